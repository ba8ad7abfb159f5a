# Which releases GrowthBook's sequential test (gbstats, an asymptotic confidence sequence) finds: a line of JSON for each
# release, [[new users, of these had, old users, of these had], ...] by day; 1 or 0 for each.
import json
import sys

from gbstats.frequentist.tests import SequentialConfig, SequentialTwoSidedTTest
from gbstats.models.statistics import ProportionStatistic


def is_found(days):
    new_users = new_had = old_users = old_had = 0
    for day in days:
        new_users, new_had = new_users + day[0], new_had + day[1]
        old_users, old_had = old_users + day[2], old_had + day[3]
        if min(new_had, old_had) == 0:
            continue
        config = SequentialConfig(alpha=0.05, difference_type="absolute")
        old, new = ProportionStatistic(n=old_users, sum=old_had), ProportionStatistic(n=new_users, sum=new_had)
        low, high = SequentialTwoSidedTTest(old, new, config).confidence_interval
        if low > 0 or high < 0:
            return True
    return False


for line in sys.stdin:
    print(1 if is_found(json.loads(line)) else 0)
