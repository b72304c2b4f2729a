/*
 * whole.c: whether a lab's log says all that the runtime had to say. The submission's own process writes the log, and
 * device code here is this CPU's code: it may fill the log, so that an error has no room, or write lines of its own.
 * Such a log is no proof that nothing was wrong.
 */
#include <string.h>

#include "simt.h"
#include "runner/simt/include/simt/rows.h"

static json_int_t integer(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);
    return json_is_integer(v) ? json_integer_value(v) : -1;
}

enum { WIDEST = 64 }; /* lanes of a warp, of all that are emulated */

/* Joined requests are fewer. That a row has none is right where another row has the first word of each. */
static int joined_adds_up(const json_int_t v[ACCESS_COLUMNS])
{
    return v[ACCESS_REQUESTS_16] <= v[ACCESS_REQUESTS_8] && v[ACCESS_REQUESTS_8] <= v[ACCESS_REQUESTS] &&
           v[ACCESS_IDEAL_8] <= v[ACCESS_UNITS_8] && v[ACCESS_IDEAL_16] <= v[ACCESS_UNITS_16];
}

/* Of one row of "access": a request has from 1 to WIDEST lanes, and needs what it took at most. */
static int row_adds_up(const json_t *row)
{
    json_int_t v[ACCESS_COLUMNS];
    for (size_t k = 0; k < ACCESS_COLUMNS; k++) {
        const json_t *x = json_array_get(row, k);
        if (!json_is_integer(x) || (v[k] = json_integer_value(x)) < 0)
            return 0;
    }
    json_int_t at_least = v[ACCESS_LANES] / WIDEST + (v[ACCESS_LANES] % WIDEST > 0);
    return v[ACCESS_LANES] >= v[ACCESS_REQUESTS] && at_least <= v[ACCESS_REQUESTS] &&
           v[ACCESS_IDEAL] <= v[ACCESS_UNITS] && v[ACCESS_WORST] <= v[ACCESS_UNITS] &&
           v[ACCESS_DIVERGENT] <= v[ACCESS_REQUESTS] && v[ACCESS_APART] <= v[ACCESS_FIRST] && joined_adds_up(v);
}

static int same_shape(const json_t *l, const char *key, const unsigned want[3])
{
    for (size_t k = 0; k < 3; k++)
        if (json_integer_value(json_array_get(json_object_get(l, key), k)) != (json_int_t)want[k])
            return 0;
    return 1;
}

static json_int_t product(const json_t *l)
{
    json_int_t n = 1;
    for (size_t k = 0; k < 3; k++)
        if (__builtin_mul_overflow(n, json_integer_value(json_array_get(json_object_get(l, "grid"), k)), &n))
            return -1;
    return n;
}

/* One launch that ended without an error: its figures, of all its blocks. */
static int launch_adds_up(const json_t *l, struct err *e)
{
    const json_t *access = json_object_get(l, "access"), *errors = json_object_get(l, "errors"), *row;
    size_t k;
    if (json_is_array(errors) && (json_array_size(errors) || integer(l, "error") != 0))
        return 0;
    if (!json_is_array(access) || !json_is_array(errors) || !json_is_object(json_object_get(l, "totals")) ||
        integer(l, "blocks") != product(l))
        return err_set(e, "The line of a launch is not what the runtime writes");
    if (integer(l, "traced") != integer(l, "blocks") || json_object_get(l, "races_to"))
        return err_set(e, "Not every block was looked at: %lld of %lld", (long long)integer(l, "traced"),
                       (long long)integer(l, "blocks"));
    json_array_foreach(access, k, row)
        if (!row_adds_up(row))
            return err_set(e, "The counts of a launch do not add up");
    return 0;
}

/* The launches are numbered from one to the next, and the first of them is the lab's own. */
static int take_launch(const struct simt_expected *w, const json_t *l, size_t nth, json_int_t *seq, struct err *e)
{
    json_int_t before = *seq;
    *seq = integer(l, "seq");
    if (*seq < 1 || (nth && *seq != before + 1))
        return err_set(e, "Launches are missing or too many: number %lld is out of its turn", (long long)*seq);
    if (!nth && (!w->launched || strcmp(util_str(l, "kernel", ""), w->kernel) || !same_shape(l, "grid", w->grid) ||
                 !same_shape(l, "block", w->block)))
        return err_set(e, "The first launch in the log is not the lab's");
    return launch_adds_up(l, e);
}

static int take_line(const struct simt_expected *w, const char *s, size_t n, size_t *launches, json_int_t *seq,
                     struct err *e)
{
    json_t *doc = json_loadb(s, n, JSON_REJECT_DUPLICATES, NULL);
    const char *t = util_str(doc, "t", "");
    int rc = 0;
    if (!strcmp(t, "launch"))
        rc = take_launch(w, doc, (*launches)++, seq, e);
    else if (strcmp(t, "errors") && strcmp(t, "end"))
        rc = err_set(e, "A line of the log is not the runtime's");
    json_decref(doc);
    return rc;
}

int simt_whole(const struct simt_expected *w, const char *text, size_t n, struct err *e)
{
    size_t launches = 0;
    json_int_t seq = 0;
    if (w->full)
        return err_set(e, "The log is full, and what had no room in it is not known");
    if (n && text[n - 1] != '\n')
        return err_set(e, "The last line of the log is torn");
    for (const char *at = text, *end = text + n; at < end;) {
        const char *nl = memchr(at, '\n', (size_t)(end - at));
        if (take_line(w, at, (size_t)(nl - at), &launches, &seq, e))
            return -1;
        at = nl + 1;
    }
    return w->launched && !launches ? err_set(e, "There is no line of the launch in the log") : 0;
}
