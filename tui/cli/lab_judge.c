/* What each run of `ridge lab check` has to show: the reference, the skeleton, rungs, mutants and fakes. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab_judge.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

void proof_why(struct checking *k, const char *fmt, ...)
{
    char text[1200];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    k->bad = 1;
    json_array_append_new(k->failed, json_pack("{s:s s:s}", "lab", js_text(k->lab, "id"), "why", text));
    fprintf(stderr, "  %s: %s\n", js_text(k->lab, "id"), text);
}

int proof_is(const json_t *m, const char *status)
{
    return !strcmp(js_text(m, "status"), status);
}

/* A learner's own milestones: answers are no program's business. */
int proof_counts(const json_t *m)
{
    return strcmp(js_text(m, "kind"), "answers") != 0;
}

static void note_skips(struct checking *k, const json_t *m)
{
    char text[700];
    snprintf(text, sizeof text, "%s on %s: %s", js_text(m, "id"), k->backend, js_text(m, "message"));
    size_t q;
    const json_t *s;
    json_array_foreach(k->skipped, q, s)
        if (!strcmp(js_text(s, "lab"), js_text(k->lab, "id")) && !strcmp(js_text(s, "why"), text))
            return;
    json_array_append_new(k->skipped, json_pack("{s:s s:s}", "lab", js_text(k->lab, "id"), "why", text));
}

static int any_skipped(const json_t *report)
{
    size_t q;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), q, m)
        if (proof_counts(m) && proof_is(m, "SKIPPED"))
            return 1;
    return 0;
}

static int is_quick(const json_t *report)
{
    enum { MOST_MS = 500 };
    size_t q;
    const json_t *c;
    double ms = 0;
    json_array_foreach(json_object_get(report, "cases"), q, c)
        ms += js_number(c, "ms");
    return ms < MOST_MS;
}

/* `compile` and `limits` are of every run; of a rung before the reference the gates ask nothing. */
static int was_asked(const struct trial *t, const char *kind)
{
    int after = 0;
    for (const char *const *p = t->phases; *p; p++) {
        if (!strcmp(*p, kind))
            return 1;
        after |= !strcmp(*p, "profile");
    }
    return after && (!strcmp(kind, "compile") || !strcmp(kind, "limits"));
}

void proof_of_reference(struct checking *k, const struct trial *t, const json_t *r)
{
    size_t q;
    const json_t *m, *e = json_object_get(r, "error");
    k->blind = js_row(json_object_get(r, "skipped"), "phase", "correct") != NULL;
    k->quick = is_quick(r);
    if (json_is_object(e))
        proof_why(k, "Reference on %s: %s", k->backend, js_text(e, "message"));
    json_array_foreach(json_object_get(r, "milestones"), q, m) {
        if (proof_counts(m) && proof_is(m, "PASS")) {
            k->proved++;
            json_array_append_new(k->passed, json_string(js_text(m, "id")));
        }
        if (!proof_counts(m) || proof_is(m, "PASS"))
            continue;
        if (proof_is(m, "SKIPPED"))
            note_skips(k, m);
        else if (proof_is(m, "PENDING") && t->phases && !was_asked(t, js_text(m, "kind")))
            continue;
        else if (proof_is(m, "PENDING") && any_skipped(r))
            continue; /* behind what could not be run here */
        else if (!(proof_is(m, "INCONCLUSIVE") && !strcmp(js_text(m, "kind"), "perf"))) /* noise is not a wrong lab */
            proof_why(k, "The reference does not pass %s on %s: %s %s", js_text(m, "id"), k->backend,
                      js_text(m, "status"), js_text(m, "message"));
    }
}

/* The first bad milestone behind number `from`; *at is its number. */
static const json_t *bad_from(const json_t *report, size_t from, size_t *at)
{
    const json_t *all = json_object_get(report, "milestones");
    for (*at = from; *at < json_array_size(all); ++*at) {
        const json_t *m = json_array_get(all, *at);
        if (proof_counts(m) && (proof_is(m, "FAIL") || proof_is(m, "ERROR")))
            return m;
    }
    return NULL;
}

const json_t *proof_first_bad(const json_t *report)
{
    size_t at;
    return bad_from(report, 0, &at);
}

/* What nvcc makes of a mutant (a spill) stands beside the points and stops nothing, so what stops it comes first. */
static const json_t *bad_of_mutant(const json_t *report, const char *fails)
{
    size_t at;
    const json_t *first = bad_from(report, 0, &at), *next;
    if (!first || !strcmp(fails, "limits") || strcmp(js_text(first, "kind"), "limits"))
        return first;
    next = bad_from(report, at + 1, &at);
    return next ? next : first;
}

/* Was what must find it left out here? What was not asked for is PENDING. */
static int left_out(const json_t *report, const char *fails)
{
    size_t q;
    const json_t *m;
    int behind = 0;
    json_array_foreach(json_object_get(report, "milestones"), q, m) {
        int its = !strcmp(js_text(m, "id"), fails) || !strcmp(js_text(m, "kind"), fails);
        if (its && (proof_is(m, "SKIPPED") || (behind && proof_is(m, "PENDING"))))
            return 1;
        behind |= proof_counts(m) && proof_is(m, "SKIPPED") && strcmp(js_text(m, "kind"), "perf");
    }
    return 0;
}

void proof_of_skeleton(struct checking *k, const struct trial *t, const json_t *r)
{
    (void)t;
    if (r && !json_is_true(json_object_get(json_object_get(r, "build"), "ok")))
        proof_why(k, "The skeleton does not build: %.400s", js_text(json_object_get(r, "build"), "log"));
    else if (r && !proof_first_bad(r) && !left_out(r, "correct"))
        proof_why(k, "The untouched skeleton passes on %s.", k->backend);
}

/* Up to the phase that must fail: a mutant that is wrong need not be timed, nor one that is slow be sanitized. */
const char *const *proof_phases(const char *fails)
{
    static const char *const correct[] = { "correct", NULL };
    static const char *const sanitize[] = { "correct", "sanitize", "profile", NULL };
    static const char *const profile[] = { "correct", "profile", NULL };
    static const char *const perf[] = { "correct", "profile", "perf", NULL };
    return !strcmp(fails, "correct") || !strcmp(fails, "compile") || !strcmp(fails, "limits") ? correct
         /* the emulator looks at the larger cases of the profile too */
         : !strcmp(fails, "sanitize") ? sanitize : !strcmp(fails, "profile") ? profile : perf;
}

/* The failure with which its run may end; NULL: it has to be seen as a whole. */
const char *proof_until(const json_t *mutant)
{
    const char *fails = js_text(mutant, "fails");
    return !strcmp(fails, "correct") || !strcmp(fails, "profile") ? js_text(mutant, "message") : NULL;
}

int proof_is_light(const struct checking *k, const json_t *mutant)
{
    const char *fails = js_text(mutant, "fails");
    if (!k->quick)
        return 0;
    return !strcmp(fails, "correct") || !strcmp(fails, "sanitize") || !strcmp(fails, "profile");
}

json_t *proof_gates(const json_t *lab, const json_t *mutant)
{
    json_t *ids = json_array();
    size_t q;
    const json_t *g;
    if (!strcmp(js_text(mutant, "fails"), "profile") && *js_text(mutant, "message"))
        json_array_foreach(json_object_get(lab, "gates"), q, g)
            if (strcasestr(js_text(g, "name"), js_text(mutant, "message")))
                json_array_append(ids, json_object_get(g, "id"));
    if (json_array_size(ids))
        return ids;
    json_decref(ids);
    return NULL;
}

static int text_has(const json_t *report, const json_t *m, const char *what)
{
    size_t q;
    const json_t *r;
    if (strcasestr(js_text(m, "message"), what))
        return 1;
    json_array_foreach(json_object_get(report, "cases"), q, r)
        if (strcmp(js_text(r, "status"), "PASS") && strcasestr(js_text(r, "message"), what))
            return 1;
    return 0;
}

static int is_drawn(const json_t *lab, const char *id)
{
    size_t q;
    const json_t *c;
    json_array_foreach(json_object_get(lab, "cases"), q, c)
        if (!strcmp(js_text(c, "id"), id))
            return json_is_true(json_object_get(c, "drawn"));
    return 0;
}

/* A case is told by its name, too: in the milestone's message it stands beside what was wrong. */
static int case_has(const json_t *r, const char *what)
{
    return strcasestr(js_text(r, "message"), what) || !strcmp(js_text(r, "case"), what);
}

/* The case, when only cases whose fields are drawn show what the mutant has to say; else NULL. */
static const char *shown_by_luck(const json_t *lab, const json_t *mutant, const json_t *report)
{
    size_t q;
    const json_t *r;
    const char *lucky = NULL;
    json_array_foreach(json_object_get(report, "cases"), q, r) {
        if (proof_is(r, "PASS") || proof_is(r, "SKIPPED") ||
            !case_has(r, js_text(mutant, "message")))
            continue;
        if (!is_drawn(lab, js_text(r, "case")))
            return NULL;
        lucky = js_text(r, "case");
    }
    return lucky;
}

void proof_not_run(struct checking *k, const json_t *mutant)
{
    json_array_append_new(k->skipped, json_pack("{s:s s:s+++}", "lab", js_text(k->lab, "id"), "why", "mutant ",
                                                js_text(mutant, "name"), " could not be run on ", k->backend));
}

/* Where blocks run at once, what the sanitizer finds may, and may not, have shown in the results before. */
static int showed(const struct checking *k, const json_t *m, const char *fails)
{
    int at_once = !strcmp(k->backend, "cuda") || !strcmp(k->backend, "simt");
    return at_once && !strcmp(fails, "sanitize") && !strcmp(js_text(m, "id"), "correct");
}

int proof_shows(const struct checking *k, const struct trial *t, const json_t *r)
{
    const char *fails = js_text(t->mutant, "fails"), *message = js_text(t->mutant, "message");
    const json_t *m = bad_of_mutant(r, fails);
    if (!m || showed(k, m, fails))
        return m != NULL;
    return (!strcmp(js_text(m, "id"), fails) || !strcmp(js_text(m, "kind"), fails)) &&
           (!*message || text_has(r, m, message));
}

void proof_of_mutant(struct checking *k, const struct trial *t, const json_t *r)
{
    const json_t *mutant = t->mutant;
    const char *name = js_text(mutant, "name"), *fails = js_text(mutant, "fails"), *lucky;
    const json_t *m = bad_of_mutant(r, fails);
    if (!r)
        return;
    if (proof_shows(k, t, r)) {
        if (!strcmp(fails, "correct") && (lucky = shown_by_luck(k->lab, mutant, r)))
            proof_why(k, "The mutant %s is found on %s by case \"%s\" alone, whose fields are drawn for each run "
                         "(gen.pick), so another draw might miss the mutant: add a case with fixed fields that finds "
                         "the mutant", name, k->backend, lucky);
        return;
    }
    if (!m && left_out(r, fails))
        proof_not_run(k, mutant);
    else if (!m)
        proof_why(k, "The mutant %s passes on %s, and must fail %s.", name, k->backend, fails);
    else if (strcmp(js_text(m, "id"), fails) && strcmp(js_text(m, "kind"), fails))
        proof_why(k, "The mutant %s fails %s on %s (%s), and must fail %s.", name, js_text(m, "id"), k->backend,
                  js_text(m, "message"), fails);
    else
        proof_why(k, "The mutant %s fails %s on %s without saying \"%s\": %s", name, fails, k->backend,
                  js_text(mutant, "message"), js_text(m, "message"));
}

/* A rung passes what was asked of it and what the reference passed. */
void proof_of_rung(struct checking *k, const struct trial *t, const json_t *r)
{
    const json_t *e = json_object_get(r, "error"), *m;
    size_t q;
    if (json_is_object(e)) {
        proof_why(k, "Rung %s on %s: %s", t->impl, k->backend, js_text(e, "message"));
        return;
    }
    json_array_foreach(json_object_get(r, "milestones"), q, m)
        if (was_asked(t, js_text(m, "kind")) && util_lists(k->passed, js_text(m, "id")) && !proof_is(m, "PASS")) {
            proof_why(k, "The rung %s does not pass %s on %s: %s %s", t->impl, js_text(m, "id"), k->backend,
                      js_text(m, "status"), js_text(m, "message"));
            return; /* what comes after it waits for it */
        }
}

void proof_of_seed(struct checking *k, const struct trial *t, const json_t *r)
{
    const json_t *e = json_object_get(r, "error"), *m;
    size_t q;
    int bad = json_is_object(e);
    if (bad)
        proof_why(k, "Reference, seed %lld, on %s: %s", t->seed, k->backend, js_text(e, "message"));
    json_array_foreach(json_object_get(r, "milestones"), q, m)
        if (!bad && was_asked(t, js_text(m, "kind")) && util_lists(k->passed, js_text(m, "id")) &&
            !proof_is(m, "PASS")) {
            proof_why(k, "The reference passes %s on %s with seed %d and not with seed %lld: %s %s", js_text(m, "id"),
                      k->backend, PROOF_SEED, t->seed, js_text(m, "status"), js_text(m, "message"));
            bad = 1; /* what comes after it waits for it */
        }
    k->held += r && !bad;
}

bool proof_is_whole(const struct checking *k)
{
    return k->c->opt.mutants < 0;
}

/* The first 28 bits of the hash of these words. */
static unsigned long lot(const char *what, const char *word, const char *lab, const char *backend)
{
    char hex[33];
    util_hash(hex, what, word, lab, backend, NULL);
    hex[7] = 0;
    return strtoul(hex, NULL, 16);
}

long long proof_seed(long long asked, const char *word)
{
    enum { MOST = 999999 }; /* short enough to be typed */
    if (asked)
        return asked;
    if (!word || !*word)
        return PROOF_OTHER_SEED;
    return PROOF_SEED + 1 + (long long)(lot("seed", word, "", "") % (MOST - PROOF_SEED));
}

/* A third of the labs, another one for each word; without a word all. */
static int is_in_third(const struct checking *k, const char *what)
{
    const char *word = k->c->opt.draw;
    return !word || !*word || lot(what, word, js_text(k->lab, "id"), k->backend) % 3 == 0;
}

bool proof_builds_blindly(const struct checking *k)
{
    return proof_is_whole(k) || k->c->opt.backend || is_in_third(k, "build");
}

const char *const *proof_reference_phases(const struct checking *k, int timed)
{
    static const char *const walls[] = { "correct", "sanitize", NULL }, *const gates[] = { "correct", "profile", NULL },
                             *const figures[] = { "correct", "profile", "perf", NULL };
    const char *word = k->c->opt.draw;
    if (proof_is_whole(k) || !word || !*word)
        return NULL;
    if (lot("sanitize", word, js_text(k->lab, "id"), k->backend) % 2 == 0)
        return walls;
    return timed && !is_in_third(k, "time") ? gates : figures;
}

bool proof_runs_again(const struct checking *k)
{
    static const double LONG_S = 1;
    return k->cpu_s <= LONG_S || proof_is_whole(k) || k->c->app.seed || is_in_third(k, "again");
}

const char *const *proof_seed_phases(const struct checking *k, int timed)
{
    static const char *const right[] = { "correct", NULL }, *const gates[] = { "correct", "profile", NULL },
                             *const figures[] = { "correct", "profile", "perf", NULL };
    const char *const *first = proof_reference_phases(k, timed);
    if (!strcmp(k->backend, "cuda") || (first && strcmp(first[1], "profile")))
        return right; /* Nsight Compute takes minutes, and its counts are those of the emulator */
    return timed || strcmp(k->backend, "cpu") ? gates : figures; /* of ratios to the reference its own are 1 */
}

void proof_counts_cpu(struct checking *k, const json_t *event)
{
    const char *phase = js_text(event, "phase");
    if (strcmp(js_text(event, "event"), "phase") || strcmp(js_text(event, "state"), "done"))
        return;
    if (!strcmp(phase, "correct") || !strcmp(phase, "profile"))
        k->cpu_s += js_number(event, "cpu_s");
}

void proof_of_fakes(struct checking *k, const struct trial *t, const json_t *r)
{
    (void)t;
    size_t q;
    const json_t *f;
    json_array_foreach(json_object_get(r, "fakes"), q, f)
        if (js_number(f, "tried") > 0 && !json_is_true(json_object_get(f, "rejected")))
            proof_why(k, "The fake \"%s\" is accepted by each of the %d cases that it changes.", js_text(f, "name"),
                      (int)js_number(f, "tried"));
    if (r && json_is_object(json_object_get(r, "error")))
        proof_why(k, "Fakes: %s", js_text(json_object_get(r, "error"), "message"));
}
