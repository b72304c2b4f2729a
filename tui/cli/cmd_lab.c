/*
 * ridge lab check: every lab proven by its own tests. The reference passes each milestone, the rungs behind it on
 * the ladder pass what no clock decides, those before it are right, the untouched skeleton builds and fails, each
 * mutant fails for the reason it names, and the generic fakes are refused.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "tui/app/evidence.h"
#include "grader/grader.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

struct checking {
    struct cli *c;
    const json_t *lab;
    const char *backend;
    json_t *failed, *skipped;
    json_t *passed; /* ids of the milestones that the reference passed on this backend */
    int bad;
    int proved; /* milestones that the reference passed, on whatever backend */
    int blind;  /* nothing runs on this backend here: the GPU is missing */
    int mutants, drawn; /* that this backend has, and how many of them were tried */
};

/* What was tried of how much, over all labs. */
struct tally {
    int mutants, drawn;
};

static void why(struct checking *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void why(struct checking *k, const char *fmt, ...)
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

/* One run of a lab: what is asked of it, and who says whether it should have gone so. */
struct trial {
    char impl[160];
    const char *const *phases; /* NULL: all */
    const char *until;
    const json_t *mutant; /* NULL: none */
    void (*judge)(struct checking *k, const struct trial *t, const json_t *report); /* which may be NULL */
};

static int is(const json_t *m, const char *status)
{
    return !strcmp(js_text(m, "status"), status);
}

/* A learner's own milestones: answers are no program's business. */
static int counts(const json_t *m)
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
        if (counts(m) && is(m, "SKIPPED"))
            return 1;
    return 0;
}

/* Only a GPU that is not here has the runner leave out the phase itself; cases may be left out for other reasons. */
static int lacks_gpu(const json_t *report)
{
    size_t q;
    const json_t *s;
    json_array_foreach(json_object_get(report, "skipped"), q, s)
        if (!strcmp(js_text(s, "phase"), "correct"))
            return 1;
    return 0;
}

static void judge_reference(struct checking *k, const struct trial *t, const json_t *r)
{
    (void)t;
    size_t q;
    const json_t *m, *e = json_object_get(r, "error");
    k->blind = lacks_gpu(r);
    if (json_is_object(e))
        why(k, "reference on %s: %s", k->backend, js_text(e, "message"));
    json_array_foreach(json_object_get(r, "milestones"), q, m) {
        if (counts(m) && is(m, "PASS")) {
            k->proved++;
            json_array_append_new(k->passed, json_string(js_text(m, "id")));
        }
        if (!counts(m) || is(m, "PASS"))
            continue;
        if (is(m, "SKIPPED"))
            note_skips(k, m);
        else if (is(m, "PENDING") && any_skipped(r))
            continue; /* behind what could not be run here */
        else if (!(is(m, "INCONCLUSIVE") && !strcmp(js_text(m, "kind"), "perf"))) /* noise is not a wrong lab */
            why(k, "the reference does not pass %s on %s: %s %s", js_text(m, "id"), k->backend, js_text(m, "status"),
                js_text(m, "message"));
    }
}

static const json_t *first_bad(const json_t *report)
{
    size_t q;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), q, m)
        if (counts(m) && (is(m, "FAIL") || is(m, "ERROR")))
            return m;
    return NULL;
}

/* Was what must find it left out here? What was not asked for is PENDING. */
static int left_out(const json_t *report, const char *fails)
{
    size_t q;
    const json_t *m;
    int behind = 0;
    json_array_foreach(json_object_get(report, "milestones"), q, m) {
        int its = !strcmp(js_text(m, "id"), fails) || !strcmp(js_text(m, "kind"), fails);
        if (its && (is(m, "SKIPPED") || (behind && is(m, "PENDING"))))
            return 1;
        behind |= counts(m) && is(m, "SKIPPED") && strcmp(js_text(m, "kind"), "perf");
    }
    return 0;
}

static void judge_skeleton(struct checking *k, const struct trial *t, const json_t *r)
{
    (void)t;
    if (r && !json_is_true(json_object_get(json_object_get(r, "build"), "ok")))
        why(k, "the skeleton does not build: %.400s", js_text(json_object_get(r, "build"), "log"));
    else if (r && !first_bad(r) && !left_out(r, "correct"))
        why(k, "the untouched skeleton passes on %s", k->backend);
}

/* Up to the phase that must fail: a mutant that is wrong need not be timed, nor one that is slow be sanitized. */
static const char *const *phases_for(const char *fails)
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
static const char *until(const json_t *mutant)
{
    const char *fails = js_text(mutant, "fails");
    return !strcmp(fails, "correct") || !strcmp(fails, "profile") ? js_text(mutant, "message") : NULL;
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

static void not_run(struct checking *k, const json_t *mutant)
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

/* What a mutant's report has to show. */
static void judge_mutant(struct checking *k, const struct trial *t, const json_t *r)
{
    const json_t *mutant = t->mutant;
    const char *name = js_text(mutant, "name"), *fails = js_text(mutant, "fails");
    const json_t *m = first_bad(r);
    if (r && !m && left_out(r, fails)) {
        not_run(k, mutant);
    } else if (r && !m) {
        why(k, "mutant %s passes on %s, but must fail %s", name, k->backend, fails);
    } else if (r && showed(k, m, fails)) {
        return;
    } else if (r && strcmp(js_text(m, "id"), fails) && strcmp(js_text(m, "kind"), fails)) {
        why(k, "mutant %s fails %s on %s (%s), but must fail %s", name, js_text(m, "id"), k->backend,
            js_text(m, "message"), fails);
    } else if (r && *js_text(mutant, "message") && !text_has(r, m, js_text(mutant, "message"))) {
        why(k, "mutant %s fails %s on %s without saying \"%s\": %s", name, fails, k->backend,
            js_text(mutant, "message"), js_text(m, "message"));
    }
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

/* It passes what was asked of it and what the reference passed. */
static void judge_rung(struct checking *k, const struct trial *t, const json_t *r)
{
    const json_t *e = json_object_get(r, "error"), *m;
    size_t q;
    if (json_is_object(e)) {
        why(k, "rung %s on %s: %s", t->impl, k->backend, js_text(e, "message"));
        return;
    }
    json_array_foreach(json_object_get(r, "milestones"), q, m)
        if (was_asked(t, js_text(m, "kind")) && util_lists(k->passed, js_text(m, "id")) && !is(m, "PASS")) {
            why(k, "rung %s does not pass %s on %s: %s %s", t->impl, js_text(m, "id"), k->backend, js_text(m, "status"),
                js_text(m, "message"));
            return; /* what comes after it waits for it */
        }
}

enum { JOBS_MAX = 16 };

struct lane {
    struct app_run *run;
    struct trial trial;
};

struct lanes {
    struct lane lane[JOBS_MAX];
    int n, busy;
};

/* The reference against itself: whether it reaches the stages, not how closely its time can be told. */
static const double BENCH_S = 1;

static void lane_start(struct checking *k, struct lane *l, const struct trial *t)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K  %s %s", js_text(k->lab, "id"), t->impl);
    struct app_run_options o = { .impl = t->impl, .backend = k->backend, .phases = t->phases, .until = t->until,
                                 .bench_s = BENCH_S };
    *l = (struct lane){ .trial = *t };
    if (app_run_start(&k->c->app, k->lab, &o, &l->run) != APP_OK)
        why(k, "%s: %s", t->impl, k->c->app.error);
}

static void lane_end(struct checking *k, struct lane *l)
{
    json_t *report = NULL;
    int64_t attempt;
    enum app_exit code = app_run_end(&k->c->app, l->run, &report, &attempt);
    if (!report && code != APP_INTERRUPTED)
        why(k, "%s: %s", l->trial.impl, k->c->app.error);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    l->trial.judge(k, &l->trial, report);
    json_decref(report);
    l->run = NULL;
}

/* 1 when a lane is free; otherwise waits a moment for one. */
static int pump_lanes(struct checking *k, struct lanes *s)
{
    struct pollfd fd[JOBS_MAX];
    int open = 0;
    s->busy = 0;
    for (int q = 0; q < s->n; q++) {
        struct lane *l = &s->lane[q];
        if (!l->run)
            continue;
        if (cli_interrupted)
            app_run_cancel(l->run);
        if (!app_run_pump(&k->c->app, l->run, NULL, NULL)) {
            lane_end(k, l);
            continue;
        }
        fd[open++] = (struct pollfd){ app_run_fd(l->run), POLLIN, 0 };
        s->busy++;
    }
    if (s->busy == s->n)
        poll(fd, (nfds_t)open, 50);
    return s->busy < s->n;
}

static void take_lane(struct checking *k, struct lanes *s, const struct trial *t)
{
    while (!pump_lanes(k, s))
        ;
    for (int q = 0; q < s->n; q++)
        if (!s->lane[q].run) {
            lane_start(k, &s->lane[q], t);
            return;
        }
}

static void drain(struct checking *k, struct lanes *s)
{
    do {
        pump_lanes(k, s);
        if (s->busy)
            poll(NULL, 0, 20);
    } while (s->busy);
}

static void lot_of(const struct checking *k, const json_t *mutant, char hex[33])
{
    const char *word = k->c->opt.draw ? k->c->opt.draw : "";
    util_hash(hex, word, js_text(k->lab, "id"), k->backend, js_text(mutant, "name"), NULL);
}

static int runs_here(const struct checking *k, const json_t *mutant)
{
    const char *on = js_text(mutant, "backend");
    return !*on || !strcmp(on, k->backend);
}

/* With --mutants N: is this one of the N with the smallest lots? */
static int is_drawn(const struct checking *k, const json_t *mutant)
{
    char mine[33], other[33];
    int before = 0;
    size_t q;
    const json_t *m;
    if (!k->c->opt.mutants)
        return 1;
    lot_of(k, mutant, mine);
    json_array_foreach(json_object_get(k->lab, "mutants"), q, m) {
        lot_of(k, m, other);
        before += runs_here(k, m) && strcmp(other, mine) < 0;
    }
    return before < k->c->opt.mutants;
}

/* Those of a clock, or all others. */
static void give_mutants(struct checking *k, struct lanes *s, int timed)
{
    size_t q;
    const json_t *m;
    json_array_foreach(json_object_get(k->lab, "mutants"), q, m) {
        if (!runs_here(k, m) || (strncmp(js_text(m, "fails"), "perf", 4) == 0) != timed || cli_interrupted)
            continue;
        k->mutants++;
        if (!is_drawn(k, m))
            continue;
        k->drawn++;
        if (k->blind && strcmp(js_text(m, "fails"), "limits")) { /* what nvcc builds is no news */
            not_run(k, m);
            continue;
        }
        struct trial t = { .mutant = m, .phases = phases_for(js_text(m, "fails")), .until = until(m),
                           .judge = judge_mutant };
        snprintf(t.impl, sizeof t.impl, "mutant:%s", js_text(m, "name"));
        take_lane(k, s, &t);
    }
}

/* Does a clock decide a milestone here? Emulator and ranks have none. */
static int has_clock(const struct checking *k)
{
    size_t q;
    const json_t *b;
    if (strcmp(k->backend, "cpu") && strcmp(k->backend, "cuda"))
        return 0;
    json_array_foreach(json_object_get(k->lab, "bench"), q, b) {
        const char *on = js_text(b, "on");
        if (!strcmp(js_text(b, "metric"), "time") && (!*on || !strcmp(on, k->backend)))
            return 1;
    }
    return 0;
}

/* A ladder goes from the simplest rung to the best. */
static void give_rungs(struct checking *k, struct lanes *s)
{
    static const char *const right[] = { "correct", "sanitize", NULL };
    static const char *const gates[] = { "correct", "sanitize", "profile", NULL };
    static const char *const figures[] = { "correct", "sanitize", "profile", "perf", NULL };
    const json_t *name;
    size_t q;
    int behind = 0;
    json_array_foreach(json_object_get(k->lab, "ladder"), q, name) {
        const char *file = json_string_value(name);
        int is_reference = !strcmp(file, js_text(k->lab, "reference"));
        behind |= is_reference;
        if (is_reference || cli_interrupted || (k->blind && !behind))
            continue;
        /* whatever fails first ends it */
        struct trial t = { .phases = !behind ? right : has_clock(k) ? gates : figures, .until = "",
                           .judge = judge_rung };
        snprintf(t.impl, sizeof t.impl, "%.*s", (int)strcspn(file, "."), file);
        take_lane(k, s, &t);
    }
}

static void judge_fakes(struct checking *k, const struct trial *t, const json_t *r)
{
    (void)t;
    size_t q;
    const json_t *f;
    json_array_foreach(json_object_get(r, "fakes"), q,
                       f) if (js_number(f, "tried") > 0 && !json_is_true(json_object_get(f, "rejected")))
            why(k, "the fake \"%s\" is accepted by all %d cases that it changes", js_text(f, "name"),
                (int)js_number(f, "tried"));
    if (r && json_is_object(json_object_get(r, "error")))
        why(k, "fakes: %s", js_text(json_object_get(r, "error"), "message"));
}

/* Several at once where no clock decides, beside the reference too; one at a time where one does. */
static void check_backend(struct checking *k)
{
    static const char *const correct[] = { "correct", NULL };
    static const struct trial reference = { .impl = "reference", .judge = judge_reference },
                              skeleton = { .impl = "skeleton", .phases = correct, .until = "",
                                           .judge = judge_skeleton },
                              fakes = { .impl = "fakes", .judge = judge_fakes };
    struct lanes s = { .n = k->c->opt.jobs };
    k->passed = json_array();
    take_lane(k, &s, &reference);
    if (!strcmp(k->backend, "cuda"))
        drain(k, &s); /* whether a GPU answers is its word */
    if (!cli_interrupted)
        take_lane(k, &s, &skeleton);
    give_mutants(k, &s, 0);
    drain(k, &s);
    if (!k->c->opt.mutants)
        give_rungs(k, &s);
    if (!cli_interrupted && !k->blind)
        take_lane(k, &s, &fakes);
    drain(k, &s);
    s.n = 1;
    give_mutants(k, &s, 1);
    drain(k, &s);
    json_decref(k->passed);
}

/* ---- capstones: recorded work, played and judged ------------------------------------------------------------ */

/* The verdict on recorded work; NULL after saying why there is none. */
static json_t *rehearse(struct checking *k, const char *name, const char *text)
{
    char err[700] = "", *error = NULL;
    json_t *evidence = evidence_rehearse(k->lab, text, err, sizeof err);
    json_t *verdict = evidence ? grader_capstone(k->c->app.cur, k->lab, NULL, evidence, &error) : NULL;
    if (!verdict)
        why(k, "%s: %s", name, evidence ? error ? error : "no verdict" : err);
    free(error);
    json_decref(evidence);
    return verdict;
}

/* Each file of the ladder is complete in a track, and each track has its file. */
static void check_complete_work(struct checking *k)
{
    json_t *tracks = json_object();
    size_t q;
    const json_t *name;
    json_array_foreach(json_object_get(k->lab, "ladder"), q, name) {
        struct err e = { "" };
        char *path = util_path("%s/%s/%s", k->c->app.root, js_text(k->lab, "kernels"), json_string_value(name));
        char *text = util_read_file(path, 4u << 20, &e);
        json_t *v = text ? rehearse(k, json_string_value(name), text) : NULL;
        const json_t *m = v ? first_bad(v) : NULL;
        if (!text)
            why(k, "%s", e.text);
        k->proved += v && !m;
        if (m)
            why(k, "%s, complete work, fails %s: %s", json_string_value(name), js_text(m, "id"), js_text(m, "message"));
        json_object_set(tracks, js_text(v, "track"), json_object_get(v, "track"));
        json_decref(v);
        free(text);
        free(path);
    }
    json_array_foreach(json_object_get(k->lab, "tracks"), q, name)
        if (!json_object_get(tracks, js_text(name, "id")))
            why(k, "no recorded work completes track %s", js_text(name, "id"));
    json_decref(tracks);
}

/* Of an empty workbook nothing passes. */
static void check_nothing_done(struct checking *k)
{
    json_t *v = rehearse(k, "an empty workbook", "{\"steps\": []}");
    size_t q;
    const json_t *m;
    json_array_foreach(json_object_get(v, "milestones"), q, m)
        if (counts(m) && !is(m, "FAIL"))
            why(k, "an empty workbook has %s: %s", js_text(m, "id"), js_text(m, "message"));
    json_decref(v);
}

static void check_capstone(struct checking *k)
{
    size_t q;
    const json_t *m;
    json_t *text;
    const char *name;
    k->backend = "recorded work";
    check_complete_work(k);
    check_nothing_done(k);
    json_array_foreach(json_object_get(k->lab, "mutants"), q, m)
        json_object_foreach(json_object_get(m, "files"), name, text) {
            json_t *v = rehearse(k, js_text(m, "name"), json_string_value(text));
            judge_mutant(k, &(struct trial){ .mutant = m }, v);
            json_decref(v);
        }
}

/* Nothing is wrong with it, and nothing shown to be right. */
static void nothing_proven(struct checking *k)
{
    char text[160];
    snprintf(text, sizeof text, "no milestone of its reference was reached%s%s; `ridge show %s` lists its backends",
             k->c->opt.backend ? " on backend " : "", k->c->opt.backend ? k->c->opt.backend : "",
             js_text(k->lab, "id"));
    k->bad = 1;
    json_array_append_new(k->skipped, json_pack("{s:s s:s}", "lab", js_text(k->lab, "id"), "why", text));
}

static int check_lab(struct cli *c, const json_t *lab, struct tally *tally, json_t *failed, json_t *skipped)
{
    struct checking k = { .c = c, .lab = lab, .failed = failed, .skipped = skipped };
    size_t q, mutants = json_array_size(json_object_get(lab, "mutants"));
    const json_t *b;
    if (mutants < 4)
        why(&k, "%zu mutants; at least four real mistakes prove a lab", mutants);
    if (evidence_capstone(lab))
        check_capstone(&k);
    json_array_foreach(json_object_get(lab, "backends"), q, b) {
        k.backend = json_string_value(b);
        if ((!c->opt.backend || !strcmp(c->opt.backend, k.backend)) && !cli_interrupted &&
            json_array_size(json_object_get(lab, "calls")))
            check_backend(&k);
    }
    if (!k.proved && !k.bad && !cli_interrupted && json_array_size(json_object_get(lab, "calls")))
        nothing_proven(&k);
    tally->mutants += k.mutants;
    tally->drawn += k.drawn;
    return k.bad || cli_interrupted; /* what was not looked at is not proven */
}

/* Is this file of `lab`, or is there none that is asked for? */
static int concerns(const char *file, const char *lab)
{
    size_t n = lab ? strlen(lab) : 0;
    return !lab || (!strncmp(file, "labs/", 5) && !strncmp(file + 5, lab, n) && file[5 + n] == '/');
}

/* What the lint has against `lab`: its manifest, lesson, brief, hints and questions. NULL: against anything. */
static int lint_failures(struct cli *c, const char *lab, json_t *failed)
{
    json_t *lint = curriculum_lint(c->app.cur);
    size_t k;
    const json_t *e;
    int n = 0;
    json_array_foreach(json_object_get(lint, "errors"), k, e) {
        char text[900];
        if (!strcmp(js_text(e, "level"), "warning") || !concerns(js_text(e, "file"), lab))
            continue;
        snprintf(text, sizeof text, "%s:%d: %s", js_text(e, "file"), (int)js_number(e, "line"), js_text(e, "message"));
        fprintf(stderr, "  %s\n", text);
        json_array_append_new(failed, json_pack("{s:s s:s}", "lab", lab ? lab : "curriculum", "why", text));
        n++;
    }
    json_decref(lint);
    return n;
}

static int check_linted(struct cli *c, const json_t *lab, int *lint, struct tally *tally, json_t *failed,
                        json_t *skipped)
{
    int bad = lint_failures(c, js_text(lab, "id"), failed);
    *lint += bad;
    return !check_lab(c, lab, tally, failed, skipped) && !bad;
}

static void bound_jobs(struct cli *c)
{
    if (c->opt.backend && !strcmp(c->opt.backend, "auto"))
        c->opt.backend = NULL; /* a proof is of all of them */
    if (c->opt.jobs < 1)
        c->opt.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
    c->opt.jobs = c->opt.jobs > JOBS_MAX ? JOBS_MAX : c->opt.jobs < 1 ? 1 : c->opt.jobs;
}

int cli_check_lab(struct cli *c, const char *id, json_t *failed, json_t *skipped)
{
    json_t *lab = app_lab(&c->app, id);
    struct tally tally = { 0 };
    int lint = 0, ok = 0;
    bound_jobs(c);
    if (lab)
        ok = check_linted(c, lab, &lint, &tally, failed, skipped);
    else
        json_array_append_new(failed, json_pack("{s:s s:s}", "lab", id, "why", c->app.error));
    json_decref(lab);
    return ok;
}

static void map_line(const char *what, const json_t *s)
{
    printf("%-8s %12.0f %12.0f %12.0f %12.0f %12.0f\n", what, js_number(s, "total"), js_number(s, "implemented"),
           js_number(s, "taught"), js_number(s, "planned"), js_number(s, "missing"));
}

static int check_map(struct cli *c)
{
    json_t *map = curriculum_map(c->app.cur);
    const char *src;
    const json_t *s;
    if (!map) {
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    int missing = (int)js_number(map, "missing");
    if (c->app.json) {
        cli_json(map);
        return missing ? APP_FAILED : APP_OK;
    }
    printf("%-8s %12s %12s %12s %12s %12s\n", "source", "rows", "implemented", "taught", "planned", "missing");
    json_object_foreach(json_object_get(map, "by_source"), src, s)
        map_line(src, s);
    map_line("all", map);
    json_decref(map);
    return missing ? APP_FAILED : APP_OK;
}

/* One line: the share of the reference, and the questions of which everybody is asked the same. */
static void show_printed(const json_t *row)
{
    const json_t *share = json_object_get(row, "share"), *id;
    size_t k;
    if (share)
        printf("%-22s %7.0f of %4.0f lines %5.1f %%  ", js_text(row, "lab"), js_number(row, "printed"),
               js_number(row, "own"), 100 * json_number_value(share));
    else
        printf("%-22s %27s  ", js_text(row, "lab"), "no code");
    printf("%2zu of %2.0f fixed:", json_array_size(json_object_get(row, "fixed")), js_number(row, "numeric"));
    json_array_foreach(json_object_get(row, "fixed"), k, id)
        printf(" %s", json_string_value(id));
    printf("\n");
}

/* What lessons print of the reference, and of the answers to numeric questions. */
static int check_lessons(struct cli *c)
{
    json_t *all = curriculum_printed(c->app.cur);
    size_t k;
    const json_t *row;
    int above = 0, fixed = 0;
    if (!all || *curriculum_error(c->app.cur)) {
        json_decref(all);
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    if (c->app.json) {
        cli_json(all);
        return APP_OK;
    }
    json_array_foreach(json_object_get(all, "labs"), k, row) {
        show_printed(row);
        above += json_is_true(json_object_get(row, "above"));
        fixed += (int)json_array_size(json_object_get(row, "fixed"));
    }
    printf("Lessons that print more than %.0f %% of their reference: %d. Numeric questions without drawn parameters "
           "whose answer the lesson prints: %d.\n",
           100 * js_number(all, "most"), above, fixed);
    json_decref(all);
    return APP_OK;
}

int cmd_lab(struct cli *c)
{
    if (!strcmp(c->args[0], "new") && c->nargs == 2)
        return cmd_lab_new(c);
    if (strcmp(c->args[0], "check")) {
        return cli_error(APP_USAGE, "usage: ridge lab new ID | check [LAB…] | check --map | check --lessons");
    }
    if (c->opt.map)
        return check_map(c);
    if (c->opt.lessons)
        return check_lessons(c);
    bound_jobs(c);
    json_t *failed = json_array(), *skipped = json_array();
    struct tally tally = { 0 };
    int n = 0, ok = 0, lint = 0;
    if (c->nargs > 1) {
        for (int k = 1; k < c->nargs; k++) {
            json_t *lab = cli_lab(c, c->args[k]);
            if (!lab) {
                json_decref(failed);
                json_decref(skipped);
                return APP_USAGE;
            }
            n++;
            ok += check_linted(c, lab, &lint, &tally, failed, skipped);
            json_decref(lab);
        }
    } else {
        size_t k;
        const json_t *l;
        lint = lint_failures(c, NULL, failed);
        json_array_foreach(curriculum_labs(c->app.cur), k, l) {
            json_t *lab = cli_interrupted ? NULL : app_lab(&c->app, js_text(l, "id"));
            n++;
            if (lab)
                ok += !check_lab(c, lab, &tally, failed, skipped);
            else if (!cli_interrupted)
                json_array_append_new(failed, json_pack("{s:s s:s}", "lab", js_text(l, "id"), "why", c->app.error));
            json_decref(lab);
        }
    }
    size_t q;
    const json_t *s;
    if (!c->app.json) {
        json_array_foreach(skipped, q, s)
            printf("  not proven here: %s: %s\n", js_text(s, "lab"), js_text(s, "why"));
        if (tally.drawn < tally.mutants)
            printf("  drawn by \"%s\": %d of %d mutants, and no rungs\n", c->opt.draw ? c->opt.draw : "",
                   tally.drawn, tally.mutants);
        printf("%d of %d labs proven%s\n", ok, n, lint ? "; the curriculum has mistakes, listed above" : "");
    }
    /* of all labs some may have nothing for this machine or backend; of those that were named, none */
    int unproven = ok < n && (c->nargs > 1 || !ok);
    int code = cli_interrupted           ? APP_INTERRUPTED
               : json_array_size(failed) ? APP_FAILED
               : unproven                ? APP_SKIPPED
                                         : APP_OK;
    if (c->app.json)
        cli_json(json_pack("{s:i s:i s:{s:i s:i} s:o s:o}", "labs", n, "ok", ok, "mutants", "all", tally.mutants,
                           "tried", tally.drawn, "failed", failed, "skipped", skipped));
    else {
        json_decref(failed);
        json_decref(skipped);
    }
    return code;
}
