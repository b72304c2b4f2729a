/* The learner's days. */
#define _GNU_SOURCE
#include "day.h"

#include <time.h>

enum { DAY_S = 86400, DAY_BEGINS = 4 };

int64_t day_of(int64_t ms)
{
    time_t t = (time_t)(ms / 1000);
    struct tm tm;
    localtime_r(&t, &tm);
    struct tm civil = {.tm_year = tm.tm_year, .tm_mon = tm.tm_mon, .tm_mday = tm.tm_mday};
    return timegm(&civil) / DAY_S - (tm.tm_hour < DAY_BEGINS);
}

int64_t day_begin(int64_t day)
{
    time_t t = (time_t)(day * DAY_S);
    struct tm civil;
    gmtime_r(&t, &civil);
    struct tm tm = {.tm_year = civil.tm_year,
                    .tm_mon = civil.tm_mon,
                    .tm_mday = civil.tm_mday,
                    .tm_hour = DAY_BEGINS,
                    .tm_isdst = -1};
    return (int64_t)mktime(&tm) * 1000;
}
