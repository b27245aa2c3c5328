"""The value of what a side may not know."""

from __future__ import annotations

from typing import Final, NoReturn

from ardennes.engine.errors import Unknown


class Hidden:
    """Stands in a view for a value that its side may not know; using it raises `Unknown`."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise Unknown("this is hidden from the viewing side")

    __bool__ = __int__ = __index__ = __float__ = __len__ = __iter__ = __getitem__ = __contains__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __neg__ = __abs__ = _refuse
    __and__ = __or__ = __xor__ = __rand__ = __ror__ = __rxor__ = __lshift__ = __rshift__ = _refuse

    def __eq__(self, other: object) -> bool:
        """Equal to itself only; comparing it with a known value is asking for it."""
        if other is self:
            return True
        raise Unknown("this is hidden from the viewing side")

    def __hash__(self) -> int:
        """Looking it up in a table is asking for it."""
        self._refuse()

    def __repr__(self) -> str:
        return "HIDDEN"

    def __copy__(self) -> Hidden:
        return self

    def __deepcopy__(self, _: object) -> Hidden:
        return self

    def __reduce__(self) -> str:
        return "HIDDEN"


HIDDEN: Final = Hidden()
