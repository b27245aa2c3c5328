"""Invitations: a friend's seat is offered by a code of its own; and who wants a game deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A row for each seat that is or was offered, and one for each player who wants the game gone."""
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "invitations",
        sa.Column("code", sa.String(60), primary_key=True),
        sa.Column("table", sa.String(24), table, nullable=False, index=True),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("accepted", sa.DateTime(timezone=True), nullable=True),
    )
    op.create_table(
        "deletions",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
    )


def downgrade() -> None:
    """Forget them; whoever accepted keeps his seat."""
    op.drop_table("deletions")
    op.drop_table("invitations")
