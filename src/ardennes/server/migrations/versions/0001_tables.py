"""Tables, seats, lines, snapshots, dice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first schema."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("scenario", sa.String(60), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("over", sa.String(200), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_tables_changed", "tables", ["changed"])
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "seats",
        sa.Column("token", sa.String(60), primary_key=True),
        sa.Column("table", sa.String(24), table, nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
    )
    op.create_index("ix_seats_table", "seats", ["table"])
    op.create_table(
        "lines",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("state", sa.JSON, nullable=False),
    )
    op.create_table(
        "dice",
        sa.Column("sides", sa.Integer, primary_key=True),
        sa.Column("face", sa.Integer, primary_key=True),
        sa.Column("times", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop everything."""
    for name in ("dice", "snapshots", "lines", "seats", "tables"):
        op.drop_table(name)
