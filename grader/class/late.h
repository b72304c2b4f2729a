/*
 * late.h: when a submission is late, what that costs, and which of several counts. Pure functions of what the
 * instructor said; all times are milliseconds since 1970, UTC, whatever offset they were written with.
 *
 * A policy as it is stored with the assignment:
 *   {"due": ms|null, "zone": minutes east, as the due time was said, or none;
 *    "late": {"percent_per_day": 10, "percent_per_hour": 0, "grace_ms": 900000, "cutoff_ms": 259200000},
 *    "keep": "best"|"last"}
 *
 * Within the grace period nothing is late. Beyond it every day (or hour) begun since the due time counts, and costs
 * that many per cent of the points reached; never more than all of them. What comes later than the cut-off after the
 * due time is worth nothing, and takes the place of nothing that came before it. Days that the student has free (a
 * budget over the term) are taken off the days late before anything is counted, never off the cut-off.
 */
#ifndef RIDGE_GRADER_LATE_H
#define RIDGE_GRADER_LATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum late_keep { LATE_BEST, LATE_LAST };

struct late_policy {
    bool has_due, has_zone;
    int zone; /* minutes east of UTC */
    int64_t due, grace; /* ms */
    double percent_per_day, percent_per_hour; /* one of them at most is not 0 */
    int64_t cutoff; /* ms behind the due time; 0: none */
    int free_days;  /* of the student's budget, what is left for this lab; no part of the stored policy */
    enum late_keep keep;
};

/* Each returns 0, or -1 and leaves its result alone when the text is none of these. */
int late_parse_time(const char *text, int64_t *ret_ms);      /* 2026-12-01T23:59[:30](Z|+01:00): RFC 3339 */
int late_parse_zone(const char *text, int *ret_minutes);     /* the offset of such a time */
int late_parse_rate(const char *text, double *ret_percent, bool *ret_hourly);  /* 10%/day; 1%/hour; none */
int late_parse_span(const char *text, int64_t *ret_ms);      /* 90s 15m 2h 1d */
int late_parse_keep(const char *text, enum late_keep *ret);  /* best last */

void late_format_time(int64_t ms, char to[32]); /* 2026-12-01T22:59:00Z */

/* The same in the zone that the policy's due time was said in: 2026-12-01T23:59:00+01:00; UTC where there is none. */
void late_format_in(const struct late_policy *p, int64_t ms, char to[40]);

/* What of `policy` is not there or not of its kind counts as not said: no due time, no penalty, the best. */
struct late_policy late_from_json(const json_t *policy);
json_t *late_to_json(const struct late_policy *p); /* a new reference */

/* What is said of a submission's time of receipt by a mark (db_submission) in place of a time. */
enum late_mark { LATE_BY_TIME, LATE_IN_TIME, LATE_MARKED };
enum late_mark late_mark_of(const char *mark); /* "in time", "late"; NULL and what is neither: by time */

/* Days begun since the due time; 0 when in time or within the grace period. */
int64_t late_days(const struct late_policy *p, int64_t received);

struct late_entry {
    int64_t received;
    double points; /* before any penalty */
    enum late_mark mark;
};

/* The same of an entry: marked late, without a time, is one day, the least that the mark can mean; none where there is
 * no due time, or where it is later, in any zone, than `received`, which is the download's time there. */
int64_t late_days_of(const struct late_policy *p, const struct late_entry *e);

/* Did it come after the cut-off? One that is only marked late, without a time, is not said to have. */
bool late_is_out(const struct late_policy *p, const struct late_entry *e);

/* How many free days the entry takes: none where it would lose nothing, or comes after the cut-off. */
int late_free(const struct late_policy *p, const struct late_entry *e);

/* The points that are lost, of those reached. */
double late_penalty(const struct late_policy *p, const struct late_entry *e);

/* The entry that counts: the best after its penalty, the earlier of equals; or the last received, the later
 * given of equals; one after the cut-off only where there is no other. -1 when n is 0. */
int late_pick(const struct late_policy *p, const struct late_entry *entry, size_t n);

#endif
