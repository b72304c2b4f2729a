/* sanitize and profile: what ASan+UBSan say, and what ctrace counts, line by line. */
#define _GNU_SOURCE
#include "phases.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "asked.h"
#include "backend.h"
#include "blame.h"
#include "case_run.h"
#include "curve.h"
#include "emitted.h"
#include "phase_simt.h"
#include "profile.h"
#include "runner/box/spawn.h"

/* "sgemm.c:41" at the first frame or message that names a file of the learner's. */
static int find_line(const struct job *j, const char *log, char file[80], int *line)
{
    const char *name, *best = NULL;
    json_t *text;
    json_object_foreach((json_t *)j->files, name, text) {
        char key[96];
        snprintf(key, sizeof key, "%s:", name);
        size_t n = strlen(key);
        for (const char *at = strstr(log, key); at; at = strstr(at + 1, key)) {
            int whole = at == log || at[-1] == '/' || at[-1] == ' ' || at[-1] == '\n';
            if (!whole || !isdigit((unsigned char)at[n]) || (best && at >= best))
                continue;
            best = at;
            snprintf(file, 80, "%s", name);
            *line = atoi(at + n);
        }
    }
    return best != NULL;
}

static void sanitizer_summary(const char *log, char *ret, size_t n)
{
    static const char *const mark[] = { "ERROR: AddressSanitizer: ", "ERROR: LeakSanitizer: ",
                                        "runtime error: " };
    for (size_t k = 0; k < 3; k++) {
        const char *at = strstr(log, mark[k]);
        if (!at)
            continue;
        at += strlen(mark[k]);
        /* the address says nothing to a reader */
        size_t len = strcspn(at, "\n");
        const char *on = k == 0 ? strstr(at, " on ") : NULL;
        if (on && (size_t)(on - at) < len)
            len = (size_t)(on - at);
        snprintf(ret, n, "%.*s", (int)len, at);
        return;
    }
    snprintf(ret, n, "the sanitizer stopped the code");
}

static void sanitize_report(struct job *j, const char *status, const char *message, const char *raw)
{
    char file[80] = "";
    int line = 0;
    char *log = util_clean(raw, strlen(raw), 0);
    json_t *s = json_pack("{s:s s:o s:o}", "status", status, "message", job_text(message), "log", job_text(log));
    if (find_line(j, log, file, &line)) {
        json_object_set_new(s, "file", json_string(file));
        json_object_set_new(s, "line", json_integer(line));
    }
    json_object_set_new(j->report, "sanitize", s);
    free(log);
}

/* Which argument AddressSanitizer says was overrun, how far past which end, and by which call; 0: it speaks of none.
 * `log` and the copies' places are the submission's words, so that they choose among the call's own names only. */
static int overrun(const char *log, const struct proto_done *done, const struct case_memory *b, char *ret, size_t n)
{
    const char *error = strstr(log, "ERROR: AddressSanitizer: heap-buffer-overflow on address ");
    const char *where = error ? strstr(error, "-byte region [") : NULL;
    const char *write = error ? strstr(error, "\nWRITE of size ") : NULL;
    unsigned long long at, from;
    if (!where || sscanf(strstr(error, "address "), "address %llx", &at) != 1 ||
        sscanf(where, "-byte region [%llx,", &from) != 1)
        return 0;
    for (size_t k = 0; k < b->nbuf; k++) {
        size_t part = done->part_of ? (size_t)done->part_bytes[k] : b->buf[k].bytes;
        long long byte = (long long)(at - from), bytes = (long long)part;
        if (!from || done->copy_at[k] != from)
            continue;
        if (byte >= 0 && byte < bytes) /* a wide access that began within */
            byte = bytes;
        asked_overrun(b, k, part, (int)done->part_of - 1, write && write < where, byte, ret, n);
        return 1;
    }
    return 0;
}

/* What a child that did not say done has to tell (b: in which case; NULL: when it left). */
static void sanitize_fault(struct job *j, struct proc *p, const struct case_memory *b)
{
    char head[512], call[800], msg[1400];
    const char *log = proc_output(p);
    if (!b && strstr(log, "LeakSanitizer has encountered a fatal error") && !strstr(log, "ERROR: LeakSanitizer")) {
        sanitize_report(j, "PASS", "Memory leaks could not be looked for: ptrace is not allowed on this "
                                   "machine.", "");
        return;
    }
    if (strstr(log, "Sanitizer") || strstr(log, "runtime error"))
        sanitizer_summary(log, head, sizeof head);
    else
        snprintf(head, sizeof head, "%s", proc_why(p));
    if (b && overrun(log, proc_done(p), b, call, sizeof call))
        snprintf(msg, sizeof msg, "%s, in case %s: %s", call, b->case_id, head);
    else if (b)
        snprintf(msg, sizeof msg, "%s, case %s: %s", b->call_name, b->case_id, head);
    else
        snprintf(msg, sizeof msg, "Memory is still held after the last call has returned: %s", head);
    sanitize_report(j, "ERROR", msg, log);
}

/* A submission could tell the checked build from the timed one: the results of the checked build count, too. What was
 * wrong in the timed one has been said, and keeps its milestone from this one's points. */
static int same_results(struct job *j, const struct case_memory *b, const struct case_end *end)
{
    char msg[512];
    if ((end->how != CASE_WRONG && !(end->how == CASE_CONDEMNED && end->said == SAID_FAIL)) || job_case_failed(j, b))
        return 1;
    snprintf(msg, sizeof msg, "The checked build gives other results: %s of case %s is wrong there.", b->call_name,
             b->case_id);
    sanitize_report(j, "ERROR", msg, msg);
    return 0;
}

/* Runs those of the n calls that the child's object has (emitted code has an object to itself), up to the first report:
 * how the last one ended. 1; 0: its results are reported; -1 our own fault. */
static int sanitize_each(struct job *j, struct proc *p, struct case_memory *calls, size_t n, enum proc_state *why,
                         struct err *e)
{
    struct case_end end;
    int same = 1;
    *why = PROC_DONE;
    for (size_t k = 0; k < n && same && *why == PROC_DONE; k++) {
        struct case_memory *b = &calls[k];
        if (n > 1 && b->call->emitted)
            continue;
        job_step("sanitize", "%s, case %s", b->call_name, b->case_id);
        struct case_run run = { .p = p, .limit_s = j->lab.wall_s * 4, .seed = job_case_seed(j, b->run),
                                .sample = 4096 };
        if (case_run(j, b, &run, &end, e))
            return -1;
        *why = end.state;
        same = same_results(j, b, &end);
        if (*why != PROC_DONE && *why != PROC_OURS)
            sanitize_fault(j, p, b);
    }
    return same;
}

/* The n calls in one child of `so`; leaks are looked for when it leaves. 1 nothing was found; 0 it is reported; -1 our
 * own fault. */
static int sanitize_calls(struct job *j, const char *so, struct case_memory *calls, size_t n, struct err *e)
{
    struct proc *p = NULL;
    enum proc_state why;
    struct child c = { .on = n == 1 ? backend_of(j, calls->call) : j->on, .object = so, .mode = PROTO_SANITIZE };
    for (size_t k = 0; k < n; k++) {
        c.in_size = calls[k].in_size > c.in_size ? calls[k].in_size : c.in_size;
        c.out_size = calls[k].out_size > c.out_size ? calls[k].out_size : c.out_size;
    }
    if (child_start(j, &c, &p, &why, e)) {
        if (why != PROC_OURS)
            sanitize_report(j, "ERROR", e->text, e->text);
        return why == PROC_OURS ? -1 : 0;
    }
    int rc = sanitize_each(j, p, calls, n, &why, e);
    int clean = rc > 0 && why == PROC_DONE && (why = proc_quit(p, 20)) == PROC_DONE;
    if (rc > 0 && why == PROC_OURS)
        rc = err_set(e, "%s", proc_why(p));
    else if (rc > 0 && !clean && !json_object_get(j->report, "sanitize"))
        sanitize_fault(j, p, NULL);
    proc_finish(p);
    return rc < 0 ? -1 : clean;
}

/* What the submission writes for b's case; CUDA has the emulator for a sanitizer. */
static int sanitize_emitted(struct job *j, struct case_memory *b, struct err *e)
{
    char *so, msg[512];
    struct proc *p = NULL;
    int rc = emitted_build(j, j->object, b, BUILD_SANITIZE, &so, msg, sizeof msg, e);
    if (!rc)
        sanitize_report(j, "ERROR", msg, msg);
    if (rc > 0)
        rc = b->call->emitted_cuda ? simt_look(j, so, &p, b, e) : sanitize_calls(j, so, b, 1, e);
    proc_finish(p);
    free(so);
    return rc;
}

/* All small cases, up to the first report. */
static int sanitize_cases(struct job *j, const char *so, struct err *e)
{
    struct case_set s = { 0 };
    int rc = case_set_make(j, j->draw, &s, e) ? -1 : 1;
    if (rc > 0)
        rc = sanitize_calls(j, so, s.b, s.n, e);
    for (size_t k = 0; rc > 0 && k < s.n; k++)
        if (s.b[k].call->emitted)
            rc = sanitize_emitted(j, &s.b[k], e);
    if (rc > 0)
        sanitize_report(j, "PASS", "", "");
    case_set_finish(&s);
    return rc < 0 ? -1 : 0;
}

static int with_sanitizers(struct job *j, struct build_result *ret, struct err *e)
{
    (void)e;
    *ret = build_submission(&j->build, j->files, BUILD_SANITIZE);
    return 0;
}

int phase_sanitize(struct job *j, struct err *e)
{
    double t0 = util_now();
    job_phase("sanitize", "start", 0);
    char *runtime = build_sanitizer_runtime(&j->build, e);
    if (!runtime) {
        job_skip(j, "sanitize", e->text);
        job_phase("sanitize", "done", 0);
        return 0;
    }
    free(runtime);
    struct build_result r;
    job_step("sanitize", "builds with the sanitizers");
    int rc = job_build(j, with_sanitizers, &r, e);
    if (!rc && r.ok)
        rc = sanitize_cases(j, r.so, e);
    else if (!rc && r.limit)
        job_charge(j, "sanitize", "The build with -fsanitize=address,undefined was stopped at its limit.");
    else if (!rc)
        job_refuse(j, "sanitize", "The source does not compile with -fsanitize=address,undefined", text_str(&r.log));
    build_result_finish(&r);
    job_phase("sanitize", "done", (util_now() - t0) * 1e3);
    return rc;
}

struct place {
    char file[80];
    int line;
};

/* addr2line is foreign code on a file made from the learner's: it runs in the box. */
static int places_of(const struct job *j, const char *so, const struct proto_line *l, uint32_t n,
                     struct place *ret)
{
    enum { MOST = 64 };
    char addr[MOST][20];
    const char *argv[MOST + 5] = { "addr2line", "-e", so };
    if (n > MOST)
        n = MOST;
    for (uint32_t k = 0; k < n; k++) {
        /* the hook's return address lies one past the access */
        snprintf(addr[k], sizeof addr[k], "0x%llx", (unsigned long long)(l[k].pc - 1));
        argv[3 + k] = addr[k];
    }
    struct box box = { .ro = { "/usr", "/lib", "/lib64", j->build.dir }, .rw = { "/dev/null" },
                       .cwd = j->build.dir, .cpu_s = 10, .in_fd = -1, .cpu = -1, .as_MiB = 2048 };
    struct spawn_result s = spawn_wait(argv, &box, NULL, 20);
    char *save = NULL, *text = strdup(text_str(&s.output));
    uint32_t k = 0;
    for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line && k < n;
         line = strtok_r(NULL, "\n", &save), k++) {
        char *colon = strrchr(line, ':'), *slash;
        ret[k] = (struct place){ "?", 0 };
        if (!colon)
            continue;
        *colon = 0;
        slash = strrchr(line, '/');
        snprintf(ret[k].file, sizeof ret[k].file, "%s", slash ? slash + 1 : line);
        ret[k].line = atoi(colon + 1);
    }
    free(text);
    text_finish(&s.output);
    return (int)k;
}

static json_t *line_row(json_t *rows, const struct case_memory *b, const struct place *at)
{
    size_t k;
    json_t *r;
    json_array_foreach(rows, k, r)
        if (json_integer_value(json_object_get(r, "line")) == at->line &&
            !strcmp(json_string_value(json_object_get(r, "file")), at->file) &&
            !strcmp(json_string_value(json_object_get(r, "case")), b->case_id) &&
            !strcmp(json_string_value(json_object_get(r, "call")), b->call_name))
            return r;
    r = json_pack("{s:s s:s s:s s:i}", "case", b->case_id, "call", b->call_name, "file", at->file, "line",
                  at->line);
    json_array_append_new(rows, r);
    return r;
}

static void add_to(json_t *row, const char *key, uint64_t v)
{
    const json_int_t most = (json_int_t)1 << 53; /* the child made these numbers: they may be any */
    json_int_t have = json_integer_value(json_object_get(row, key));
    json_object_set_new(row, key, json_integer(v < (uint64_t)(most - have) ? have + (json_int_t)v : most));
}

static void count_lines(struct job *j, const struct case_memory *b, const char *so, const struct proto_done *d)
{
    struct place at[64];
    uint32_t n = d->nlines < 64 ? d->nlines : 64;
    int have = places_of(j, so, d->line, n, at);
    for (int k = 0; k < have; k++) {
        if (!json_object_get(j->files, at[k].file))
            continue;
        json_t *row = line_row(job_list(j, "lines"), b, &at[k]);
        add_to(row, "loads", d->line[k].loads);
        add_to(row, "stores", d->line[k].stores);
        add_to(row, "bytes", d->line[k].bytes);
        add_to(row, "l1_miss", d->line[k].l1_miss);
        add_to(row, "l2_miss", d->line[k].l2_miss);
    }
}

static void count_case(struct job *j, const struct case_memory *b, const struct proto_done *d)
{
    const struct {
        const char *name;
        uint64_t v;
    } c[] = { { "c_loads", d->loads }, { "c_stores", d->stores }, { "c_bytes", d->bytes },
              { "l1_miss", d->l1_miss }, { "l2_miss", d->l2_miss }, { "llc_miss", d->llc_miss },
              { "dtlb_miss", d->dtlb_miss } };
    for (size_t k = 0; k < sizeof c / sizeof c[0]; k++)
        job_count(j, b, c[k].name, (double)c[k].v, "ctrace");
}

/* What a run that ended well has counted. `done` is hostile: a copy of it is read. */
static int take_counts(struct job *j, const struct case_memory *b, const char *so, struct proc *p,
                       const struct verify_result *v, struct err *e)
{
    struct proto_done *d = malloc(sizeof *d);
    if (!d)
        return err_set(e, "There is no memory left.");
    memcpy(d, (const void *)proc_done(p), sizeof *d);
    count_case(j, b, d);
    job_lab_counters(j, b, v);
    count_lines(j, b, so, d);
    free(d);
    return 0;
}

/* Are its outputs right, and what did it count? */
static int profile_judge(struct job *j, const struct case_memory *b, const char *so, struct proc *p,
                         const struct case_end *end, struct err *e)
{
    char msg[512];
    if (end->how == CASE_RIGHT || end->how == CASE_WRONG)
        curve_keep(j, b);
    if (end->how == CASE_RIGHT)
        return take_counts(j, b, so, p, &end->v, e);
    if (end->how == CASE_WRONG)
        snprintf(msg, sizeof msg, "%s of case %s is wrong at the profile's size: %.300s", b->call_name, b->case_id,
                 end->v.message);
    else
        snprintf(msg, sizeof msg, "%s, case %s: %s", b->call_name, b->case_id,
                 end->how == CASE_BROKE ? proc_why(p) : end->text);
    /* the trace is slower than the program: only what it does, and not how long it takes, is its fault */
    int its_doing = end->how != CASE_BROKE || end->state == PROC_CRASH || end->state == PROC_EXIT;
    (its_doing ? job_charge : job_skip)(j, "profile", msg);
    return 0;
}

static int profile_call(struct job *j, const char *so, struct case_memory *b, struct err *e)
{
    struct proc *p = NULL;
    enum proc_state why;
    struct case_end end;
    struct child c = child_of(j, b, so);
    c.mode = PROTO_CTRACE;
    if (child_start(j, &c, &p, &why, e)) {
        if (why == PROC_OURS)
            return -1;
        job_skip(j, "profile", e->text);
        return 0;
    }
    /* the same inputs on every run, or the counters of a data-dependent lab could not be compared */
    struct case_run run = { .p = p, .limit_s = j->lab.wall_s * 4, .seed = job_count_seed(j, b->run), .sample = 4096 };
    int rc = case_run(j, b, &run, &end, e) || profile_judge(j, b, so, p, &end, e) ? -1 : 0;
    proc_finish(p);
    return rc;
}

int profile_emitted(struct job *j, struct case_memory *b, struct err *e)
{
    char *so, msg[512];
    int rc =
        emitted_build(j, j->object, b, b->call->emitted_cuda ? BUILD_SANITIZE : BUILD_CTRACE, &so, msg, sizeof msg, e);
    if (!rc)
        job_refuse(j, "profile", "The emitted code does not compile with the profile's flags", msg);
    if (rc > 0)
        rc = b->call->emitted_cuda ? simt_count(j, so, b->run, e) : profile_call(j, so, b, e);
    free(so);
    return rc < 0 ? -1 : 0;
}

static int profile_one(struct job *j, const char *so, const struct lab_run *run, struct err *e)
{
    struct case_memory b;
    if (case_memory_make(j, run, &b, e))
        return -1;
    job_step("profile", "counts %s, case %s", b.call_name, b.case_id);
    int rc = b.call->emitted ? profile_emitted(j, &b, e) : profile_call(j, so, &b, e);
    case_memory_finish(&b);
    return rc;
}

static int anything_wanted(const struct job *j)
{
    for (const struct lab_run *run = NULL; (run = lab_next(&j->lab, run));)
        if (profile_wanted(j, run))
            return 1;
    return 0;
}

struct counting {
    const char *so;
    int perf; /* hardware counters are there, too */
};

static int count_one(struct job *j, const struct lab_run *run, void *of, struct err *e)
{
    const struct counting *c = of;
    int rc = profile_one(j, c->so, run, e);
    return rc || !c->perf ? rc : profile_perf_one(j, run, e);
}

static int counted(struct job *j, struct build_result *ret, struct err *e)
{
    (void)e;
    struct build b = j->build;
    if (strstr(b.cc, "clang")) /* clang leaves 64-byte vector accesses out of the instrumentation */
        b.cc = "gcc";
    *ret = build_submission(&b, j->files, BUILD_CTRACE);
    return 0;
}

int phase_profile(struct job *j, struct err *e)
{
    if (!anything_wanted(j))
        return 0;
    double t0 = util_now();
    job_phase("profile", "start", 0);
    char cc[128] = "there";
    if (strstr(j->build.cc, "clang"))
        build_compiler("gcc", cc, sizeof cc);
    if (!*cc) {
        job_skip(j, "profile", "The cache profile needs gcc (Debian: apt install gcc).");
        return 0;
    }
    struct build_result r;
    if (job_build(j, counted, &r, e)) {
        build_result_finish(&r);
        return -1;
    }
    if (!r.ok && r.limit)
        job_charge(j, "profile", "The build for the profile was stopped at its limit.");
    else if (!r.ok)
        job_refuse(j, "profile", "The source does not compile with the profile's flags", text_str(&r.log));
    struct counting of = { r.so, r.ok && profile_perf_ready(j) };
    int rc = 0;
    if (r.ok)
        rc = profile_each(j, profile_wanted, count_one, &of, e);
    build_result_finish(&r);
    if (!rc)
        rc = profile_cachegrind(j, e);
    job_phase("profile", "done", (util_now() - t0) * 1e3);
    return rc;
}
