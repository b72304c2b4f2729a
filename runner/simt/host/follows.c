/*
 * follows.c: one mistake, one error. Two accesses that nothing orders race in both directions, and who comes too early
 * may read what is not written yet: of such errors one stays, and the others stand in its "follows".
 */
#define _GNU_SOURCE
#include "follows.h"

#include <string.h>

#include "runner/base/util.h"

static json_int_t line_of(const json_t *e)
{
    return json_integer_value(json_object_get(e, "line"));
}

static int is(const json_t *e, const char *kind)
{
    return !strcmp(util_str(e, "kind", ""), kind);
}

static int at(const json_t *place, const json_t *other)
{
    return line_of(place) > 0 && line_of(place) == line_of(other) &&
           !strcmp(util_str(place, "file", ""), util_str(other, "file", ""));
}

/* The same two lines, in either order. */
static int same_pair(const json_t *a, const json_t *b)
{
    const json_t *oa = json_object_get(a, "other"), *ob = json_object_get(b, "other");
    return (at(a, b) && at(oa, ob)) || (at(a, ob) && at(oa, b));
}

static json_int_t first_line(const json_t *e)
{
    json_int_t a = line_of(e), b = line_of(json_object_get(e, "other"));
    return a < b ? a : b;
}

static json_int_t last_line(const json_t *e)
{
    json_int_t a = line_of(e), b = line_of(json_object_get(e, "other"));
    return a > b ? a : b;
}

static int one_place(const json_t *a, const json_t *b)
{
    return !strcmp(util_str(a, "file", ""), util_str(b, "file", "?"));
}

/* Two pairs of lines of one function, between both of which one and the same barrier could stand. */
static int same_gap(const json_t *a, const json_t *b)
{
    const json_t *oa = json_object_get(a, "other"), *ob = json_object_get(b, "other");
    json_int_t from = first_line(a) > first_line(b) ? first_line(a) : first_line(b);
    json_int_t to = last_line(a) < last_line(b) ? last_line(a) : last_line(b);
    return from > 0 && from < to && !strcmp(util_str(a, "function", ""), util_str(b, "function", "?")) &&
           one_place(a, b) && one_place(a, oa) && one_place(b, ob);
}

/* One index, used for several arrays of a line. */
static int same_thread(const json_t *a, const json_t *b)
{
    return json_equal(json_object_get(a, "thread"), json_object_get(b, "thread")) &&
           json_equal(json_object_get(a, "block"), json_object_get(b, "block"));
}

/* One index that is too large, used again: for the same array, or for another that ends at as many bytes. */
static int same_overrun(const json_t *a, const json_t *b)
{
    const char *x = strstr(util_str(a, "message", ""), " lies "), *y = strstr(util_str(b, "message", ""), " lies ");
    return same_thread(a, b) && one_place(a, b) &&
           !strcmp(util_str(a, "function", ""), util_str(b, "function", "?")) &&
           (!strcmp(util_str(a, "address", ""), util_str(b, "address", "?")) || (x && y && !strcmp(x, y)));
}

/* What follows "past the end of" of a shared array: too small for one use, it is for the others. */
static const char *too_small(const json_t *e)
{
    const char *of = strstr(util_str(e, "message", ""), " past the end of ");
    return strstr(util_str(e, "message", ""), " shared ") ? of : NULL;
}

static int same_small_array(const json_t *a, const json_t *b)
{
    const char *x = too_small(a), *y = too_small(b);
    return x && y && !strcmp(x, y) && !strcmp(util_str(a, "function", ""), util_str(b, "function", "?"));
}

/* "Thread 1 reads s (byte 4), which …": the array's name and its end. */
static const char *array_of(const json_t *e, size_t *n)
{
    const char *text = util_str(e, "message", ""), *end = strstr(text, " (byte "), *from = end;
    while (from && from > text && from[-1] != ' ')
        from--;
    *n = end ? (size_t)(end - from) : 0;
    return from;
}

/* Two races for one shared array with a line in common: between turns of a loop, say, within warps and across. */
static int same_line_of_array(const json_t *a, const json_t *b)
{
    const json_t *oa = json_object_get(a, "other"), *ob = json_object_get(b, "other");
    size_t n, m;
    const char *x = array_of(a, &n), *y = array_of(b, &m);
    return n && n == m && !strncmp(x, y, n) && !strcmp(util_str(a, "function", ""), util_str(b, "function", "?")) &&
           (at(a, b) || at(a, ob) || at(oa, b) || at(oa, ob));
}

/* "A thread reads s (byte 4), which …", of the same function: who leaves out the writing is told once. */
static int same_array(const json_t *a, const json_t *b)
{
    const char *x = util_str(a, "message", ""), *y = util_str(b, "message", ""), *end = strstr(x, " (byte ");
    return end && !strncmp(x, y, (size_t)(end - x) + strlen(" (byte ")) &&
           !strcmp(util_str(a, "function", ""), util_str(b, "function", "?"));
}

/* Whether b is at a place of this race, or of one that stands under it. */
static int of_race(const json_t *race, const json_t *b)
{
    const json_t *under = json_object_get(race, "follows"), *e;
    size_t i;
    json_array_foreach (under, i, e)
        if (is(e, "race") && (at(e, b) || at(json_object_get(e, "other"), b)))
            return 1;
    return at(race, b) || at(json_object_get(race, "other"), b);
}

static int says(const json_t *e, const char *kind, const char *words)
{
    return is(e, kind) && strstr(util_str(e, "message", ""), words) != NULL;
}

/* A thread that does not wait for a phase comes to the data, and to the barrier again, too soon. */
static int too_soon(const json_t *e) { return says(e, "async-hazard", "while a bulk copy into it is on its way"); }
static int not_waited(const json_t *e) { return says(e, "api", "whose phase has all its arrivals"); }
static int too_many(const json_t *e) { return says(e, "async-hazard", "bytes more have come"); }
static int surplus(const json_t *e) { return says(e, "deadlock", "bytes more have come"); }
static int unfenced(const json_t *e) { return says(e, "async-hazard", "wrote by an ordinary store"); }
static int never_begun(const json_t *e) { return is(e, "mbarrier-init"); }
static int unwritten(const json_t *e) { return is(e, "uninitialised") || never_begun(e); }
static int starved(const json_t *e) { return says(e, "deadlock", " of the mbarrier "); }
static int too_early(const json_t *e) { return says(e, "race", " uses the mbarrier "); }

static int one_function(const json_t *a, const json_t *b)
{
    return one_place(a, b) && !strcmp(util_str(a, "function", ""), util_str(b, "function", "?"));
}

/* What is read behind a barrier that let the thread pass, in shared memory that its copy was to fill. */
static int not_landed(const json_t *barrier, const json_t *e)
{
    int unread = says(e, "uninitialised", "no thread of the block has written");
    int raced = is(e, "race") && never_begun(barrier) && !too_early(e);
    return (unread || raced) && last_line(e) > line_of(barrier);
}

/* Two accesses to one array of shared memory that a copy is on its way into: one wait is missing. */
static int same_copied(const json_t *a, const json_t *b)
{
    size_t n, m;
    const char *x = array_of(a, &n), *y = array_of(b, &m);
    return n && n == m && !strncmp(x, y, n) && one_function(a, b);
}

/* Whether b need not be said where a is: a race, or an access beside a copy that is on its way, which says more than
 * the races of that line. */
static int follows(const json_t *a, const json_t *b)
{
    if (is(a, "async-hazard") && unwritten(b))
        return at(json_object_get(a, "other"), b) || at(a, b);
    if (is(a, "async-hazard"))
        return (is(b, "race") && (at(a, b) || at(a, json_object_get(b, "other")))) ||
               (too_soon(a) && (not_waited(b) || too_many(b))) ||
               (unfenced(b) && (unfenced(a) ? same_array(a, b) : same_pair(a, b))) ||
               (is(b, "async-hazard") && at(a, b)) ||
               (too_soon(a) && (surplus(b) || (too_soon(b) && same_copied(a, b))));
    if (is(a, "divergent-barrier"))
        return is(b, "deadlock") && at(a, b);
    if (is(a, "cluster"))
        return is(b, "race") && (at(a, b) || at(a, json_object_get(b, "other")));
    if (never_begun(a))
        return never_begun(b) || too_soon(b) || (one_function(a, b) && (starved(b) || not_landed(a, b)));
    if (is(a, "out-of-bounds"))
        return (is(b, "out-of-bounds") &&
                ((at(a, b) && same_thread(a, b)) || same_overrun(a, b) || same_small_array(a, b))) ||
               ((is(b, "illegal-address") || is(b, "uninitialised")) && at(a, b));
    if (is(a, "uninitialised"))
        return is(b, "uninitialised") && same_array(a, b);
    if (!is(a, "race") || a == b)
        return 0;
    if (too_early(a) && one_function(a, b) && /* what arrives there is lost, or makes nonsense of it */
        (never_begun(b) || starved(b) || too_soon(b) || not_landed(a, b) || (is(b, "api") && at(a, b))))
        return 1;
    if (unwritten(b))
        return of_race(a, b);
    return is(b, "race") && (same_pair(a, b) || same_gap(a, b) || same_line_of_array(a, b));
}

/* Of the two directions the one stays whose line comes later: there the barrier is missing, before it. Of two pairs
 * that miss one barrier the one that ends first. */
static int stays(const json_t *a, const json_t *b)
{
    if (never_begun(a) && not_landed(a, b))
        return 1;
    if (unwritten(a) || (is(a, "out-of-bounds") && is(b, "out-of-bounds")))
        return line_of(a) <= line_of(b);
    if (is(a, "race") && is(b, "race") && !same_pair(a, b))
        return last_line(a) <= last_line(b);
    return is(a, "async-hazard") || is(a, "cluster") || is(a, "out-of-bounds") || unwritten(b) ||
           starved(b) || (too_early(a) && too_soon(b)) || is(b, "api") || line_of(a) >= line_of(b);
}

static void put_under(json_t *a, json_t *b)
{
    json_t *list = json_object_get(a, "follows"), *theirs = json_object_get(b, "follows");
    if (!list)
        json_object_set_new(a, "follows", list = json_array());
    if (theirs) {
        json_array_extend(list, theirs);
        json_object_del(b, "follows");
    }
    json_array_append(list, b);
}

void errors_fold(json_t *errors)
{
    for (size_t i = 0; i < json_array_size(errors); i++)
        for (size_t k = i + 1; k < json_array_size(errors); k++) {
            json_t *a = json_array_get(errors, i), *b = json_array_get(errors, k);
            int forward = follows(a, b) && stays(a, b), back = !forward && (follows(b, a) || follows(a, b));
            if (!forward && !back)
                continue;
            put_under(forward ? a : b, forward ? b : a);
            json_array_remove(errors, forward ? k : i);
            if (back) { /* another is at i now */
                k = i;
                if (i >= json_array_size(errors))
                    return;
            } else {
                k--;
            }
        }
}
