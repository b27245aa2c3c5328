"""Secret orders raise no revision; machines are resumed; finished games are packed; snapshots go."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ardennes.server.packing import pack, unpack

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

AT = sa.column("at", sa.DateTime(timezone=True))
LINES = sa.table("lines", sa.column("table"), sa.column("number"), sa.column("line"), AT)
PACKED = sa.table("packed", sa.column("table"), sa.column("journal"))


def upgrade() -> None:
    """Add what a change and a machine need, pack what is over, drop the snapshots that nobody read."""
    op.add_column("tables", sa.Column("sequence", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("cut", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("due", sa.String(40), nullable=True))
    op.add_column("tables", sa.Column("proposal", sa.JSON, nullable=True))
    op.add_column("tables", sa.Column("holder", sa.String(40), nullable=True))
    op.add_column("tables", sa.Column("held", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_table(
        "packed",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("journal", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.drop_table("snapshots")
    connection = op.get_bind()
    connection.execute(sa.text("UPDATE tables SET sequence = revision"))
    connection.execute(sa.text("UPDATE tables SET due = '' WHERE over <> ''"))
    for (table,) in connection.execute(sa.text("SELECT id FROM tables WHERE over <> ''")).all():
        mine = LINES.c.table == table
        found = connection.execute(sa.select(LINES.c.line, LINES.c.at).where(mine).order_by(LINES.c.number))
        lines = [(line, at) for line, at in found]
        connection.execute(sa.insert(PACKED), {"table": table, "journal": pack(lines)})
        connection.execute(sa.delete(LINES).where(mine))


def downgrade() -> None:
    """Write the lines out again; snapshots were never read."""
    connection = op.get_bind()
    for table, journal in connection.execute(sa.select(PACKED.c.table, PACKED.c.journal)).all():
        rows = [{"table": table, "number": n, "line": line, "at": at} for n, (line, at) in enumerate(unpack(journal))]
        if rows:
            connection.execute(sa.insert(LINES), rows)
    op.drop_table("packed")
    op.drop_table("pulse")
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("state", sa.JSON, nullable=False),
    )
    op.drop_index("ix_tables_due", "tables")
    with op.batch_alter_table("tables") as table:
        for column in ("held", "holder", "proposal", "due", "cut", "sequence"):
            table.drop_column(column)
