import logging
from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    name: str
    price: int


def total(items: list[Item], tax: float = 0.2) -> float:
    try:
        return sum(item.price for item in items) * (1 + tax)
    except TypeError as error:
        logging.error("no price", exc_info=error)
        raise
