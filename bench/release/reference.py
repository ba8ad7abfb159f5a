# What GrowthBook's sequential test (gbstats, an asymptotic confidence sequence) says of releases: a line of JSON for each
# release, [[new users, of these had, old users, of these had], ...] by day. With `found`: 1 or 0, whether it finds a change
# on some day. With `interval`: the relative change on the last day and its bounds, tuned to that many users.
import json
import sys

from gbstats.frequentist.tests import SequentialConfig, SequentialTwoSidedTTest
from gbstats.models.statistics import ProportionStatistic


def sums(days):
    total = [0, 0, 0, 0]
    for day in days:
        total = [a + b for a, b in zip(total, day)]
        yield total


def test(total, **config):
    new_users, new_had, old_users, old_had = total
    old, new = ProportionStatistic(n=old_users, sum=old_had), ProportionStatistic(n=new_users, sum=new_had)
    return SequentialTwoSidedTTest(old, new, SequentialConfig(alpha=0.05, **config))


def is_found(days):
    for total in sums(days):
        if min(total[1], total[3]) > 0:
            low, high = test(total, difference_type="absolute").confidence_interval
            if low > 0 or high < 0:
                return "1"
    return "0"


def interval(days):
    *_, total = sums(days)
    last = test(total, difference_type="relative", sequential_tuning_parameter=total[0] + total[2])
    return " ".join(str(float(number)) for number in [last.point_estimate, *last.confidence_interval])


for line in sys.stdin:
    print({"found": is_found, "interval": interval}[sys.argv[1]](json.loads(line)))
