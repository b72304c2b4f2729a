/* late.c: see late.h. */
#include "late.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DAY_MS = 86400000, HOUR_MS = 3600000, MINUTE_MS = 60000, SECOND_MS = 1000 };

/* Days from 1970-01-01 in the Gregorian calendar: months counted from March, so that the leap day comes last. */
static int64_t days_of(int y, int m, int d)
{
    int64_t year = y - (m <= 2), era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    int64_t of_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static int month_days(int y, int m)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return m == 2 && (y % 4 == 0 && (y % 100 || y % 400 == 0)) ? 29 : days[m - 1];
}

/* Exactly `n` digits, which *s is moved behind. */
static int digits(const char **s, int n, int *ret)
{
    int v = 0;
    for (int k = 0; k < n; k++, (*s)++) {
        if (!isdigit((unsigned char)**s))
            return -1;
        v = v * 10 + (**s - '0');
    }
    *ret = v;
    return 0;
}

static int expect(const char **s, const char *one_of)
{
    if (!**s || !strchr(one_of, **s))
        return -1;
    (*s)++;
    return 0;
}

/* "Z", "+01:00" or "-0530": minutes east. A time without it would mean something else on every machine. */
static int parse_offset(const char **s, int *ret)
{
    int h, m, sign = **s == '-' ? -1 : 1;
    if (**s == 'Z' || **s == 'z')
        return *ret = 0, (*s)++, 0;
    if (expect(s, "+-") || digits(s, 2, &h))
        return -1;
    if (**s == ':')
        (*s)++;
    if (digits(s, 2, &m) || h > 23 || m > 59)
        return -1;
    *ret = sign * (h * 60 + m);
    return 0;
}

static int parse_time(const char *text, int64_t *ret_ms, int *ret_zone)
{
    const char *s = text;
    int y, mo, d, h, mi, sec = 0, off;
    if (digits(&s, 4, &y) || expect(&s, "-") || digits(&s, 2, &mo) || expect(&s, "-") || digits(&s, 2, &d) ||
        expect(&s, "Tt ") || digits(&s, 2, &h) || expect(&s, ":") || digits(&s, 2, &mi))
        return -1;
    if (*s == ':' && (s++, digits(&s, 2, &sec)))
        return -1;
    if (parse_offset(&s, &off) || *s || y < 1970 || mo < 1 || mo > 12 || d < 1 || d > month_days(y, mo) || h > 23 ||
        mi > 59 || sec > 59)
        return -1;
    *ret_ms = days_of(y, mo, d) * DAY_MS + (int64_t)h * HOUR_MS + (int64_t)(mi - off) * MINUTE_MS +
              (int64_t)sec * SECOND_MS;
    *ret_zone = off;
    return 0;
}

int late_parse_time(const char *text, int64_t *ret_ms)
{
    int zone;
    return parse_time(text, ret_ms, &zone);
}

int late_parse_zone(const char *text, int *ret_minutes)
{
    int64_t ms;
    return parse_time(text, &ms, ret_minutes);
}

void late_format_time(int64_t ms, char to[32])
{
    time_t s = (time_t)(ms / 1000);
    struct tm t;
    if (!gmtime_r(&s, &t) || !strftime(to, 32, "%Y-%m-%dT%H:%M:%SZ", &t))
        snprintf(to, 32, "?");
}

void late_format_in(const struct late_policy *p, int64_t ms, char to[40])
{
    char local[32];
    int zone = p->zone < 0 ? -p->zone : p->zone;
    late_format_time(p->has_zone ? ms + (int64_t)p->zone * MINUTE_MS : ms, local);
    if (p->has_zone && p->zone)
        snprintf(to, 40, "%.*s%c%02d:%02d", (int)strcspn(local, "Z"), local, p->zone < 0 ? '-' : '+', zone / 60,
                 zone % 60);
    else
        snprintf(to, 40, "%s", local);
}

/* A plain decimal number, no sign, no exponent, no hexadecimal. */
static int decimal(const char *s, const char **end, double *ret)
{
    size_t n = strspn(s, "0123456789");
    size_t whole = n;
    if (s[n] == '.')
        n += 1 + strspn(s + n + 1, "0123456789");
    if (!whole || n > 15)
        return -1;
    *ret = strtod(s, NULL);
    *end = s + n;
    return 0;
}

int late_parse_rate(const char *text, double *ret_percent, bool *ret_hourly)
{
    const char *end = "%/day";
    double v = 0;
    if (strcmp(text, "none") && (decimal(text, &end, &v) || v > 100))
        return -1;
    if (strcmp(end, "%/day") && strcmp(end, "%/hour"))
        return -1;
    *ret_percent = v;
    *ret_hourly = !strcmp(end, "%/hour");
    return 0;
}

int late_parse_span(const char *text, int64_t *ret_ms)
{
    static const struct {
        const char *unit;
        int ms;
    } units[] = {{"s", SECOND_MS}, {"m", MINUTE_MS}, {"h", HOUR_MS}, {"d", DAY_MS}};
    const char *end;
    double v;
    if (decimal(text, &end, &v) || v > 1e6)
        return -1;
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        if (!strcmp(end, units[k].unit))
            return *ret_ms = (int64_t)llround(v * units[k].ms), 0;
    return -1;
}

int late_parse_keep(const char *text, enum late_keep *ret)
{
    if (strcmp(text, "best") && strcmp(text, "last"))
        return -1;
    *ret = *text == 'l' ? LATE_LAST : LATE_BEST;
    return 0;
}

static double number(const json_t *o, const char *key)
{
    double v = json_number_value(json_object_get(o, key));
    return isfinite(v) && v > 0 ? v : 0;
}

struct late_policy late_from_json(const json_t *policy)
{
    const json_t *due = json_object_get(policy, "due"), *late = json_object_get(policy, "late");
    const char *keep = json_string_value(json_object_get(policy, "keep"));
    struct late_policy p = {.has_due = json_is_integer(due),
                            .due = json_integer_value(due),
                            .grace = (int64_t)number(late, "grace_ms"),
                            .percent_per_day = number(late, "percent_per_day"),
                            .percent_per_hour = number(late, "percent_per_hour"),
                            .cutoff = (int64_t)number(late, "cutoff_ms"),
                            .has_zone = json_is_integer(json_object_get(policy, "zone")),
                            .zone = (int)json_integer_value(json_object_get(policy, "zone"))};
    if (keep)
        late_parse_keep(keep, &p.keep);
    return p;
}

json_t *late_to_json(const struct late_policy *p)
{
    json_t *o = json_pack("{s:o s:{s:f s:I} s:s}", "due", p->has_due ? json_integer(p->due) : json_null(), "late",
                          "percent_per_day", p->percent_per_day, "grace_ms", (json_int_t)p->grace, "keep",
                          p->keep == LATE_LAST ? "last" : "best");
    if (p->percent_per_hour > 0)
        json_object_set_new(json_object_get(o, "late"), "percent_per_hour", json_real(p->percent_per_hour));
    if (p->cutoff > 0)
        json_object_set_new(json_object_get(o, "late"), "cutoff_ms", json_integer(p->cutoff));
    if (p->has_zone)
        json_object_set_new(o, "zone", json_integer(p->zone));
    return o;
}

int64_t late_days(const struct late_policy *p, int64_t received)
{
    if (!p->has_due || received <= p->due + p->grace)
        return 0;
    return (received - p->due + DAY_MS - 1) / DAY_MS;
}

enum late_mark late_mark_of(const char *mark)
{
    return mark && !strcmp(mark, "in time") ? LATE_IN_TIME : mark && !strcmp(mark, "late") ? LATE_MARKED : LATE_BY_TIME;
}

/* A marked one's time is the download's, which nobody handed in behind; that time's zone is a guess. */
enum { ANY_ZONE_MS = 14 * HOUR_MS };

int64_t late_days_of(const struct late_policy *p, const struct late_entry *e)
{
    if (e->mark == LATE_BY_TIME)
        return late_days(p, e->received);
    return e->mark == LATE_MARKED && p->has_due && e->received + ANY_ZONE_MS > p->due + p->grace;
}

bool late_is_out(const struct late_policy *p, const struct late_entry *e)
{
    return p->has_due && p->cutoff > 0 && e->mark == LATE_BY_TIME && e->received > p->due + p->cutoff &&
           late_days(p, e->received) > 0;
}

/* Hours begun since the due time; a mark is a day of them. */
static int64_t late_hours_of(const struct late_policy *p, const struct late_entry *e)
{
    if (e->mark != LATE_BY_TIME || !late_days_of(p, e))
        return late_days_of(p, e) * (DAY_MS / HOUR_MS);
    return (e->received - p->due + HOUR_MS - 1) / HOUR_MS;
}

int late_free(const struct late_policy *p, const struct late_entry *e)
{
    int64_t days = late_days_of(p, e);
    if (p->percent_per_day + p->percent_per_hour <= 0 || e->points <= 0 || late_is_out(p, e))
        return 0;
    return (int)(days < p->free_days ? days : p->free_days);
}

double late_penalty(const struct late_policy *p, const struct late_entry *e)
{
    int64_t spared = late_free(p, e), days = late_days_of(p, e) - spared;
    int64_t hours = late_hours_of(p, e) - spared * (DAY_MS / HOUR_MS);
    double percent = (double)days * p->percent_per_day + (double)(hours > 0 ? hours : 0) * p->percent_per_hour;
    return e->points * (percent < 100 && !late_is_out(p, e) ? percent : 100) / 100;
}

int late_pick(const struct late_policy *p, const struct late_entry *entry, size_t n)
{
    int best = -1;
    double most = 0;
    for (size_t k = 0; k < n; k++) {
        double left = entry[k].points - late_penalty(p, &entry[k]);
        bool better = best < 0 || (p->keep == LATE_LAST ? entry[k].received >= entry[best].received
                                   : left > most || (left == most && entry[k].received < entry[best].received));
        if (best >= 0 && late_is_out(p, &entry[k]) != late_is_out(p, &entry[best]))
            better = late_is_out(p, &entry[best]);
        if (better) {
            best = (int)k;
            most = left;
        }
    }
    return best;
}
