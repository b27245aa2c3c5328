"""The ids of the last changes of each seat, so that a request that comes twice is carried out once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A column beside the sequence number, written by the same statement."""
    op.add_column("tables", sa.Column("done", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    """Forget them."""
    with op.batch_alter_table("tables") as table:
        table.drop_column("done")
