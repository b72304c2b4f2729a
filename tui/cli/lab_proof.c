/*
 * lab_proof.c: every lab proven by its own tests. The reference passes each milestone, and under another seed what no
 * clock decides; with --mutants N a third of its cases is sanitized, and with --draw half of the labs' references are
 * (lab_judge.h). The rungs behind it on the ladder pass what no clock decides, those before it are right, the
 * untouched skeleton builds and fails, each mutant fails for the reason it names, and the generic fakes are refused.
 * Several run at once where no clock decides.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab_judge.h"
#include "lab_proof.h"
#include "grader/grader.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "runner/runner.h"
#include "tui/app/evidence.h"

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
static double bench_s(const struct checking *k)
{
    return proof_is_whole(k) ? 1 : .5;
}

static void lane_start(struct checking *k, struct lane *l, const struct trial *t)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K  %s %s", js_text(k->lab, "id"), t->impl);
    struct app_run_options o = { .impl = t->impl, .backend = k->backend, .phases = t->phases, .until = t->until,
                                 .draw = t->draw, .light = t->light, .gates = t->gates, .bench_s = bench_s(k),
                                 .seed = t->seed ? t->seed : PROOF_SEED };
    *l = (struct lane){ .trial = *t };
    if (app_run_start(&k->c->app, k->lab, &o, &l->run) == APP_OK)
        return;
    proof_why(k, "%s: %s", t->impl, k->c->app.error);
    json_decref(l->trial.gates);
}

static void lane_end(struct checking *k, struct lane *l)
{
    json_t *report = NULL;
    int64_t attempt;
    enum app_exit code = app_run_end(&k->c->app, l->run, &report, &attempt);
    if (!report && code != APP_INTERRUPTED)
        proof_why(k, "%s: %s", l->trial.impl, k->c->app.error);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    struct trial t = l->trial;
    l->run = NULL;
    int again = report && (t.gates || t.light) && !cli_interrupted && !proof_shows(k, &t, report);
    if (!again)
        t.judge(k, &t, report);
    json_decref(report);
    json_decref(t.gates);
    t.gates = NULL;
    t.light = 0;
    if (again) /* what a part does not show the whole decides */
        lane_start(k, l, &t);
}

static void hears(const json_t *event, void *k)
{
    proof_counts_cpu(k, event);
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
        if (!app_run_pump(&k->c->app, l->run, l->trial.judge == proof_of_reference ? hears : NULL, k))
            lane_end(k, l);
        if (!l->run)
            continue;
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
    if (proof_is_whole(k))
        return 1;
    lot_of(k, mutant, mine);
    json_array_foreach(json_object_get(k->lab, "mutants"), q, m) {
        lot_of(k, m, other);
        before += runs_here(k, m) && strcmp(other, mine) < 0;
    }
    return before < k->c->opt.mutants;
}

/* A line for whoever watches; a pipe gets what is wrong and nothing else. */
static void say_stage(const struct checking *k, const char *what)
{
    if (isatty(STDERR_FILENO) && !cli_interrupted)
        fprintf(stderr, "\r\033[K  %s on %s: %s\n", js_text(k->lab, "id"), k->backend, what);
}

static int is_given(const struct checking *k, const json_t *mutant, int timed)
{
    return runs_here(k, mutant) && (strncmp(js_text(mutant, "fails"), "perf", 4) == 0) == timed;
}

static void say_mutants(const struct checking *k, int timed)
{
    char what[64];
    size_t q;
    const json_t *m;
    int n = 0;
    json_array_foreach(json_object_get(k->lab, "mutants"), q, m)
        n += is_given(k, m, timed) && is_drawn(k, m);
    snprintf(what, sizeof what, "%d mutant%s%s", n, n == 1 ? "" : "s", timed ? " that the clock judges" : "");
    if (n)
        say_stage(k, what);
}

/* Gives out the mutants that a clock judges, or all others. */
static void give_mutants(struct checking *k, struct lanes *s, int timed)
{
    size_t q;
    const json_t *m;
    say_mutants(k, timed);
    json_array_foreach(json_object_get(k->lab, "mutants"), q, m) {
        if (!is_given(k, m, timed) || cli_interrupted)
            continue;
        k->mutants++;
        if (!is_drawn(k, m))
            continue;
        k->drawn++;
        if (k->blind && strcmp(js_text(m, "fails"), "limits")) { /* what nvcc builds is no news */
            proof_not_run(k, m);
            continue;
        }
        struct trial t = { .mutant = m, .phases = proof_phases(js_text(m, "fails")), .until = proof_until(m),
                           .light = proof_is_light(k, m), .judge = proof_of_mutant };
        t.gates = proof_gates(k->lab, m);
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
                           .judge = proof_of_rung };
        snprintf(t.impl, sizeof t.impl, "%.*s", (int)strcspn(file, "."), file);
        take_lane(k, s, &t);
    }
}

static long long other_seed(const struct checking *k)
{
    return proof_seed(k->c->app.seed, k->c->opt.draw);
}

/* The reference under another seed: built already, and not timed. 1: its run is given out. */
static int give_seed(struct checking *k, struct lanes *s)
{
    struct trial t = { .impl = "reference", .phases = proof_seed_phases(k, has_clock(k)),
                       .seed = other_seed(k), .judge = proof_of_seed };
    if (k->blind || !json_array_size(k->passed) || cli_interrupted)
        return 0;
    k->seeds++;
    if (!proof_runs_again(k))
        return 0;
    k->seeded++;
    take_lane(k, s, &t);
    return 1;
}

/* What of the reference is left to another commit. */
static void note_undrawn(struct checking *k, const char *const *phases)
{
    int walls = !strcmp(phases[1], "sanitize");
    const char *what = walls ? "its reference is not drawn to be profiled or timed, on "
                             : phases[2] ? "its reference is not drawn to be sanitized, on "
                                         : "its reference is not drawn to be sanitized or timed, on ";
    json_array_append_new(k->skipped, json_pack("{s:s s:s+}", "lab", js_text(k->lab, "id"), "why", what, k->backend));
}

/* Without a GPU nvcc's word is all that there is to have of CUDA: the emulator's is had on the emulator. */
static int is_blind(const struct checking *k)
{
    return !strcmp(k->backend, "cuda") && !runner_gpu();
}

static void note_unbuilt(struct checking *k)
{
    size_t q;
    const json_t *m;
    json_array_foreach(json_object_get(k->lab, "mutants"), q, m)
        k->mutants += runs_here(k, m);
    json_array_append_new(k->skipped, json_pack("{s:s s:s+}", "lab", js_text(k->lab, "id"), "why",
                                                "there is no GPU, and its build is not drawn, on ", k->backend));
}

static void give_reference(struct checking *k, struct lanes *s)
{
    int blind = is_blind(k);
    const char *const *drawn = proof_reference_phases(k, has_clock(k));
    struct trial t = { .impl = "reference", .phases = blind ? proof_phases("correct") : drawn,
                       .judge = proof_of_reference };
    if (drawn && !blind)
        note_undrawn(k, drawn);
    if (!proof_is_whole(k))
        t.draw = k->c->opt.draw ? k->c->opt.draw : "";
    take_lane(k, s, &t);
}

/* Several at once where no clock decides, beside the reference too; one at a time where one does. */
static void check_backend(struct checking *k)
{
    static const char *const correct[] = { "correct", NULL };
    static const struct trial skeleton = { .impl = "skeleton", .phases = correct, .until = "",
                                           .judge = proof_of_skeleton },
                              fakes = { .impl = "fakes", .judge = proof_of_fakes };
    struct lanes s = { .n = k->c->opt.jobs };
    if (is_blind(k) && !proof_builds_blindly(k)) {
        note_unbuilt(k);
        return;
    }
    k->passed = json_array();
    k->quick = 0; /* until the reference has said so */
    k->cpu_s = 0;
    say_stage(k, "the reference and the skeleton");
    give_reference(k, &s);
    if (!strcmp(k->backend, "cuda"))
        drain(k, &s); /* whether a GPU answers is its word */
    if (!cli_interrupted)
        take_lane(k, &s, &skeleton);
    give_mutants(k, &s, 0);
    drain(k, &s);
    char seed[64];
    snprintf(seed, sizeof seed, "the reference, seed %lld", other_seed(k));
    if (give_seed(k, &s))
        say_stage(k, seed);
    say_stage(k, proof_is_whole(k) ? "the ladder and the fakes" : "the fakes");
    if (proof_is_whole(k))
        give_rungs(k, &s);
    if (!cli_interrupted && !k->blind)
        take_lane(k, &s, &fakes);
    drain(k, &s);
    s.n = 1;
    give_mutants(k, &s, 1);
    drain(k, &s);
    json_decref(k->passed);
}

/* The verdict on recorded work; NULL after saying why there is none. */
static json_t *rehearse(struct checking *k, const char *name, const char *text)
{
    struct err e = { "" };
    json_t *evidence = evidence_rehearse(k->lab, text, &e);
    json_t *verdict = evidence ? grader_capstone(k->c->app.cur, k->lab, NULL, evidence, &e) : NULL;
    if (!verdict)
        proof_why(k, "%s: %s", name, e.text);
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
        const json_t *m = v ? proof_first_bad(v) : NULL;
        if (!text)
            proof_why(k, "%s", e.text);
        k->proved += v && !m;
        if (m)
            proof_why(k, "%s, complete work, fails %s: %s", json_string_value(name), js_text(m, "id"),
                      js_text(m, "message"));
        json_object_set(tracks, js_text(v, "track"), json_object_get(v, "track"));
        json_decref(v);
        free(text);
        free(path);
    }
    json_array_foreach(json_object_get(k->lab, "tracks"), q, name)
        if (!json_object_get(tracks, js_text(name, "id")))
            proof_why(k, "No recorded work completes the track %s.", js_text(name, "id"));
    json_decref(tracks);
}

/* Of an empty workbook nothing passes. */
static void check_nothing_done(struct checking *k)
{
    json_t *v = rehearse(k, "an empty workbook", "{\"steps\": []}");
    size_t q;
    const json_t *m;
    json_array_foreach(json_object_get(v, "milestones"), q, m)
        if (proof_counts(m) && !proof_is(m, "FAIL"))
            proof_why(k, "An empty workbook passes %s: %s", js_text(m, "id"), js_text(m, "message"));
    json_decref(v);
}

static void check_capstone(struct checking *k)
{
    size_t q;
    const json_t *m;
    json_t *text;
    const char *name;
    k->backend = "recorded work";
    say_stage(k, "the ladder and the mutants");
    check_complete_work(k);
    check_nothing_done(k);
    json_array_foreach(json_object_get(k->lab, "mutants"), q, m)
        json_object_foreach(json_object_get(m, "files"), name, text) {
            json_t *v = rehearse(k, js_text(m, "name"), json_string_value(text));
            proof_of_mutant(k, &(struct trial){ .mutant = m }, v);
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

static int asks_hidden(const json_t *lab, const char *call)
{
    size_t k, q;
    const json_t *c, *run;
    json_array_foreach(json_object_get(lab, "cases"), k, c)
        json_array_foreach(json_object_get(c, "calls"), q, run)
            if (json_is_true(json_object_get(c, "hidden")) && !strcmp(js_text(run, "call"), call))
                return 1;
    return 0;
}

/* What only visible cases ask for, a table of their answers would give. */
static void check_hidden(struct checking *k)
{
    size_t q;
    const json_t *call;
    json_array_foreach(json_object_get(k->lab, "calls"), q, call)
        if (!asks_hidden(k->lab, js_text(call, "name")))
            proof_why(k,
                      "No hidden case runs %s: a table of the answers to its visible cases would pass. Give the lab "
                      "a case with hidden = true and calls = {\"%s\"}.",
                      js_text(call, "name"), js_text(call, "name"));
}

/* The drills of a lab, each as if it were one. 1 when one has something against it. */
static int prove_drills(struct cli *c, const json_t *lab, struct lab_tally *tally, json_t *failed, json_t *skipped)
{
    size_t k;
    const json_t *name;
    int bad = 0;
    json_array_foreach(json_object_get(lab, "drills"), k, name) {
        char *id = util_path("%s/%s", js_text(lab, "id"), json_string_value(name));
        json_t *drill = cli_interrupted ? NULL : app_lab(&c->app, id);
        if (drill)
            bad |= lab_prove(c, drill, tally, failed, skipped);
        else
            json_array_append_new(failed, json_pack("{s:s s:s}", "lab", id, "why", c->app.error));
        bad |= !drill;
        json_decref(drill);
        free(id);
    }
    return bad;
}

int lab_prove(struct cli *c, const json_t *lab, struct lab_tally *tally, json_t *failed, json_t *skipped)
{
    struct checking k = { .c = c, .lab = lab, .failed = failed, .skipped = skipped };
    size_t q, mutants = json_array_size(json_object_get(lab, "mutants"));
    const json_t *b;
    size_t least = json_object_get(lab, "drill") ? 2 : 4;
    if (mutants < least)
        proof_why(&k, "%zu mutant%s; at least %s real mistakes prove a %s", mutants, mutants == 1 ? "" : "s",
                  least == 2 ? "two" : "four", least == 2 ? "drill" : "lab");
    check_hidden(&k);
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
    tally->seeds += k.seeds;
    tally->seeded += k.seeded;
    tally->held += k.held;
    k.bad |= prove_drills(c, lab, tally, failed, skipped);
    int unseen = k.blind && c->opt.backend; /* of the one backend that was asked for nothing ran */
    return k.bad || unseen || cli_interrupted; /* what was not looked at is not proven */
}

/* Is this file of `lab`, or is there none that is asked for? */
static int concerns(const char *file, const char *lab)
{
    size_t n = lab ? strlen(lab) : 0;
    return !lab || (!strncmp(file, "labs/", 5) && !strncmp(file + 5, lab, n) && file[5 + n] == '/');
}

/* What the lint has against `lab`: its manifest, lesson, brief, hints and questions. NULL: against anything. */
int lab_lint(struct cli *c, const char *lab, json_t *failed)
{
    char *own = util_path("%.*s", lab ? (int)strcspn(lab, "/") : 0, lab ? lab : ""); /* a drill is read with its lab */
    json_t *lint = lab ? curriculum_lint_lab(c->app.cur, own) : curriculum_lint(c->app.cur);
    size_t k;
    const json_t *e;
    int n = 0;
    json_array_foreach(json_object_get(lint, "errors"), k, e) {
        char text[900];
        if (!strcmp(js_text(e, "level"), "warning") || !concerns(js_text(e, "file"), lab ? own : NULL))
            continue;
        snprintf(text, sizeof text, "%s:%d: %s", js_text(e, "file"), (int)js_number(e, "line"), js_text(e, "message"));
        fprintf(stderr, "  %s\n", text);
        json_array_append_new(failed, json_pack("{s:s s:s}", "lab", lab ? lab : "curriculum", "why", text));
        n++;
    }
    json_decref(lint);
    free(own);
    return n;
}

int lab_prove_linted(struct cli *c, const json_t *lab, int *lint, struct lab_tally *tally, json_t *failed,
                        json_t *skipped)
{
    int bad = lab_lint(c, js_text(lab, "id"), failed);
    *lint += bad;
    return !lab_prove(c, lab, tally, failed, skipped) && !bad;
}

void lab_bound_jobs(struct cli *c)
{
    if (c->opt.backend && !strcmp(c->opt.backend, "auto"))
        c->opt.backend = NULL; /* a proof is of all of them */
    if (c->opt.jobs < 1)
        c->opt.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
    c->opt.jobs = c->opt.jobs > JOBS_MAX ? JOBS_MAX : c->opt.jobs < 1 ? 1 : c->opt.jobs;
}

int lab_prove_one(struct cli *c, const char *id, json_t *failed, json_t *skipped)
{
    json_t *lab = app_lab(&c->app, id);
    struct lab_tally tally = { 0 };
    int lint = 0, ok = 0;
    lab_bound_jobs(c);
    if (lab)
        ok = lab_prove_linted(c, lab, &lint, &tally, failed, skipped);
    else
        json_array_append_new(failed, json_pack("{s:s s:s}", "lab", id, "why", c->app.error));
    json_decref(lab);
    return ok;
}
