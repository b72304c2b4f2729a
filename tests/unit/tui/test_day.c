/* test_day.c: days begin at four in the morning, wherever the clock is, also when it is changed. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <time.h>

#include "tui/app/day.h"

static void zone(const char *tz)
{
    setenv("TZ", tz, 1);
    tzset();
}

Test(day, a_late_evening_is_one_day)
{
    static const int64_t hour = 3600 * 1000, day = 24 * 3600 * 1000;
    zone("UTC");
    cr_assert_eq(day_of(10 * day + 4 * hour), 10);
    cr_assert_eq(day_of(10 * day + 4 * hour - 1), 9);
    cr_assert_eq(day_of(11 * day + 3 * hour), 10, "three at night belongs to the evening before");
    cr_assert_eq(day_begin(10), 10 * day + 4 * hour);
    zone("EST5");
    cr_assert_eq(day_of(10 * day + 4 * hour), 9, "eleven in the evening there");
    cr_assert_eq(day_begin(9), 9 * day + 9 * hour);
}

/* Every half hour of two years lies in its own day, in zones with and without summer time. */
Test(day, every_moment_lies_in_its_day)
{
    static const char *const zones[] = {"UTC", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0",
                                        "<+1245>-12:45", "<-03>3"};
    for (size_t z = 0; z < sizeof zones / sizeof *zones; z++) {
        zone(zones[z]);
        for (int64_t ms = INT64_C(1767225600000); ms < INT64_C(1830297600000); ms += 1800 * 1000) {
            int64_t d = day_of(ms);
            cr_assert(day_begin(d) <= ms && ms < day_begin(d + 1), "%s: %lld in day %lld", zones[z], (long long)ms,
                      (long long)d);
        }
    }
}
