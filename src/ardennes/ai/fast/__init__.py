"""The fast policy: what a side would more or less do, at a few times the cost of the rules alone.

It plays on in the thoughts of a player who looks ahead, and nowhere else. It says nothing, copies no position, and
answers from masks and sums; what hardly changes in the few turns of a look ahead is found once for all of them.
"""

from ardennes.ai.fast.outlook import Outlook
from ardennes.ai.fast.policy import Fast

__all__ = ["Fast", "Outlook"]
