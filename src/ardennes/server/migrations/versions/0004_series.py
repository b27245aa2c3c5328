"""Rematches: which table a game follows, and the score it adds to the record of a series."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A rematch names the first table of its series and its number in it; there is one of each number."""
    op.add_column("tables", sa.Column("series", sa.String(24), nullable=True))
    op.add_column("tables", sa.Column("number", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("score", sa.JSON, nullable=True))
    op.create_index("ix_tables_series", "tables", ["series", "number"], unique=True)


def downgrade() -> None:
    """Forget them."""
    op.drop_index("ix_tables_series", "tables")
    with op.batch_alter_table("tables") as table:
        for column in ("score", "number", "series"):
            table.drop_column(column)
