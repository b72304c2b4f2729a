/* cmd_simt_schedules.c: --schedules: what another order of threads changes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_simt.h"
#include "runner/simt/host/follows.h"
#include "runner/base/js.h"

static int has_error(const json_t *list, const json_t *e)
{
    size_t k;
    const json_t *o;
    json_array_foreach(list, k, o)
        if (json_equal(json_object_get(o, "kind"), json_object_get(e, "kind")) &&
            json_equal(json_object_get(o, "file"), json_object_get(e, "file")) &&
            json_equal(json_object_get(o, "line"), json_object_get(e, "line")))
            return 1;
    return 0;
}

static int is(const json_t *e, const char *kind) { return !strcmp(js_text(e, "kind"), kind); }

/* Whether e is what a mistake of the same function comes to in another order of threads: they hang, or meet at another
 * barrier; at an mbarrier that never was initialised nobody waits. */
static int comes_of(const json_t *known, const json_t *e)
{
    if (!json_equal(json_object_get(known, "file"), json_object_get(e, "file")) ||
        !json_equal(json_object_get(known, "function"), json_object_get(e, "function")))
        return 0;
    return is(e, "deadlock") || is(e, "timeout") || (is(known, "divergent-barrier") && is(e, "divergent-barrier")) ||
           (is(known, "mbarrier-init") && is(e, "race"));
}

/* Whether the error is known already, or is a second line of one that is: it would stand under it, or it under this. */
static int is_known(const json_t *known, const json_t *e)
{
    size_t k;
    const json_t *o;
    json_array_foreach(known, k, o) {
        json_t *both = json_pack("[o, o]", json_deep_copy(o), json_deep_copy(e));
        errors_fold(both);
        int one = json_array_size(both) == 1;
        json_decref(both);
        if (one || comes_of(o, e) || has_error(json_object_get(o, "follows"), e))
            return 1;
    }
    return has_error(known, e);
}

static json_t *all_errors(const json_t *report)
{
    json_t *all = json_array();
    size_t k;
    const json_t *l;
    json_array_foreach(json_object_get(report, "launches"), k, l)
        json_array_extend(all, json_object_get(l, "errors"));
    json_array_extend(all, json_object_get(report, "errors"));
    return all;
}

static int hangs(const struct simt_outcome *o)
{
    return strstr(text_str(&o->raw), "\"deadlock\"") || strstr(text_str(&o->raw), "\"timeout\"");
}

enum { LIMIT_s = 60, SHARE = 10 }; /* the runtime's own limit */

/* A program that did not end in its time in the fixed order most likely does not end in any, and has a tenth of the
 * time under a seed. 0: it has all. */
static double short_limit(const struct simt *s)
{
    const char *said = getenv("SIMT_TIMEOUT");
    double may = s->c->opt.timeout > 0 ? (double)s->c->opt.timeout : said ? atof(said) : LIMIT_s;
    return strstr(text_str(&s->first.raw), "\"timeout\"") && may > 0 ? may / SHARE : 0;
}

/* What an early end may cut off says nothing about schedules: the output, and that there was more to do. */
static int ended_early(const struct simt *s, const struct simt_outcome *o)
{
    return short_limit(s) > 0 && strstr(text_str(&o->raw), "\"timeout\"") != NULL;
}

static void compare(struct simt *s, long long seed, const struct simt_outcome *o, json_t *known)
{
    json_t *report = cmd_simt_report(s, o), *all = all_errors(report), *fresh = json_array();
    size_t k;
    json_t *e;
    int early = ended_early(s, o);
    json_array_foreach(all, k, e)
        if (!(early && is(e, "timeout")) && !is_known(known, e)) {
            json_array_append(fresh, e);
            json_array_append(known, e);
        }
    int same = !strcmp(o->hash, s->first.hash) && o->exit_code == s->first.exit_code && o->signal == s->first.signal;
    json_t *row = json_pack("{s:I s:o s:i s:O s:o}", "seed", (json_int_t)seed, "same_output",
                            early ? json_null() : json_boolean(same), "exit_code", o->exit_code, "signal",
                            json_object_get(report, "signal"), "new_errors", fresh);
    if (early)
        json_object_set_new(row, "ended_early_s", json_real(short_limit(s)));
    json_array_append_new(s->schedules, row);
    json_decref(all);
    json_decref(report);
}

/* An output that changes in the fixed order too (a time, an address) says nothing about schedules. */
static int output_is_stable(struct simt *s, char *const *args)
{
    struct simt_run r = cmd_simt_options(s, args);
    struct simt_outcome o;
    r.quiet = 1;
    int stable = !simt_run_program(&r, &o, NULL) && !strcmp(o.hash, s->first.hash);
    text_finish(&o.raw);
    return stable;
}

/* Under one seed, every second one with the last block first. A program whose blocks wait for earlier ones needs what
 * CUDA does not promise, but GPUs keep: it is run in the usual order. Not so one that hangs in any order. */
static int run_schedule(struct simt *s, char *const *args, long long seed, struct simt_outcome *o)
{
    struct simt_run r = cmd_simt_options(s, args);
    struct err e = {""};
    r.quiet = 1;
    r.env.seed = seed;
    r.env.descending = seed % 2 == 0;
    r.env.timeout = short_limit(s) > 0 ? short_limit(s) : r.env.timeout;
    int rc = simt_run_program(&r, o, &e);
    if (rc || !r.env.descending || !hangs(o) || hangs(&s->first))
        return rc;
    text_finish(&o->raw);
    r.env.descending = 0;
    return simt_run_program(&r, o, &e);
}

int cmd_simt_schedules(struct simt *s, char *const *args)
{
    json_t *known = all_errors(s->report);
    int differ = 0;
    s->schedules = json_array();
    for (long long seed = 1; seed <= s->c->opt.schedules && !cli_interrupted; seed++) {
        struct simt_outcome o;
        if (run_schedule(s, args, seed, &o) == 0 && !o.cancelled) {
            compare(s, seed, &o, known);
            differ |= !ended_early(s, &o) && strcmp(o.hash, s->first.hash) != 0;
        }
        text_finish(&o.raw);
    }
    json_decref(known);
    if (cli_interrupted)
        return APP_INTERRUPTED;
    if (differ && !output_is_stable(s, args)) {
        size_t k;
        json_t *row;
        json_array_foreach(s->schedules, k, row)
            json_object_set_new(row, "same_output", json_null());
    }
    json_object_set(s->report, "schedules", s->schedules);
    return APP_OK;
}

void cmd_simt_print_schedules(const struct simt_style *style, const struct simt *s)
{
    size_t k, j, differ = 0, n = json_array_size(s->schedules), unstable = 0, early = 0;
    const json_t *row, *e;
    json_array_foreach(s->schedules, k, row) {
        int cut = json_object_get(row, "ended_early_s") != NULL;
        early += cut;
        unstable += !cut && json_is_null(json_object_get(row, "same_output"));
        differ += json_is_false(json_object_get(row, "same_output"));
        json_array_foreach(json_object_get(row, "new_errors"), j, e)
            printf("\nseed %.0f: a new error: %s at %s:%.0f\n    %s\n", js_number(row, "seed"), js_text(e, "kind"),
                   js_text(e, "file"), js_number(e, "line"), js_text(e, "message"));
        if (!cut && js_number(row, "exit_code") != s->first.exit_code)
            printf("\nseed %.0f: exit code %.0f, in the fixed order %d\n", js_number(row, "seed"),
                   js_number(row, "exit_code"), s->first.exit_code);
    }
    printf("\n");
    if (early)
        printf("%zu of %zu schedules were ended after %g s of a processor: in the fixed order the program did not end "
               "in its time.\n", early, n, short_limit(s));
    if ((n -= early) == 0)
        return;
    if (unstable)
        printf("%zu schedules: the program's output changes from run to run by itself, so it is not compared.\n", n);
    else if (differ)
        printf("%s%zu of %zu schedules give another output%s: the result depends on the order of threads or streams.\n"
               "Again by hand: SIMT_SEED=N ridge simt ..., for an even N with SIMT_BLOCKS=descending, too.\n",
               style->colour ? "\033[31m" : "", differ, n, style->colour ? "\033[0m" : "");
    else
        printf("%zu schedules give the same output: threads and streams in random order%s.\n", n,
               n > 1 ? ", in every second one the last block first, where none waits for an earlier one" : "");
}
