/* build and correct: does it compile, and does every case agree with the oracle? */
#define _GNU_SOURCE
#include "asked.h"
#include "job.h"
#include "ridge/ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The emulator runs blocks on as many host threads as there are, with a stack for each lane and shadows. */
enum { EMULATOR_THREADS = 16, EMULATOR_MiB = 2048 };
/* Their own limits come first, and name the line or the rank. */
enum { EMULATOR_GRACE_S = 5, RANKS_GRACE_S = 10, WALL_GRACE_S = 75, HANG_S = 2, TIMEOUTS = 2 };

enum proto_mode job_mode(const struct job *j)
{
    return j->simt ? PROTO_EMULATED : PROTO_PLAIN;
}

static int start_child(struct job *j, const char *object, enum proto_mode mode, size_t in_size, size_t out_size,
                       struct proc *share_in, struct proc *share_out, struct proc **ret, enum proc_state *why,
                       struct err *e)
{
    int threads = j->lab.threads;
    double limit = j->lab.wall_s;
    int emulated = mode == PROTO_EMULATED, wall = j->wall && mode == PROTO_PLAIN;
    struct proc_spec spec = {
        .program = emulated   ? object
                   : j->cuda  ? j->gpu_child
                   : wall     ? j->wall_child
                   : j->ranks ? j->ranks_child
                              : j->child,
        .object = object,
        .mode = mode,
        .threads = emulated ? EMULATOR_THREADS : threads,
        .emulated = emulated,
        .launch_s = limit,
        .talks = wall,
        .raw = emulated || j->ranks,
        /* two threads that touch a word in the same instant may hide a race from the trace */
        .workers = object == j->object ? 0 : 1,
        .cpu_s = (int)(limit * 10) + 30,
        .gpu = (j->cuda && !emulated) || (wall && !strcmp(j->runtime, "nccl")),
        /* the address space also holds the mappings themselves, and a stack and an arena a thread */
        .mem_MiB = j->lab.mem_MiB + (int)((in_size + out_size) >> 20) + 256 +
                   (threads - 1) * 144 + (j->ranks ? ranks_MiB(in_size + out_size) : 0) +
                   (emulated ? EMULATOR_MiB + 10 * (int)((in_size + out_size) >> 20) : 0),
        .width = !j->ranks ? 0
                 : wall    ? COMM_MAX_RANKS
                           : 1, /* in process one rank runs at a time */
        .cpu = -1,
        .in_size = in_size,
        .out_size = out_size,
        .share_in = share_in,
        .share_out = share_out,
    };
    char *preload = NULL;
    if (mode == PROTO_SANITIZE) {
        preload = build_sanitizer_runtime(&j->build, e);
        if (!preload) {
            *why = PROC_OURS;
            return -1;
        }
        spec.preload = preload;
    }
    int rc = proc_start(&spec, spec.gpu ? 60 : 20, ret, why, e);
    free(preload);
    return rc;
}

int job_child(struct job *j, const char *object, enum proto_mode mode, size_t in_size, size_t out_size,
              struct proc *share, struct proc **ret, enum proc_state *why, struct err *e)
{
    return start_child(j, object, mode, in_size, out_size, share, NULL, ret, why, e);
}

int job_child_sharing(struct job *j, const char *object, size_t in_size, size_t out_size, struct proc *in,
                      struct proc *out, struct proc **ret, enum proc_state *why, struct err *e)
{
    return start_child(j, object, PROTO_PLAIN, in_size, out_size, in, out, ret, why, e);
}

static int compile(struct job *j, struct build_result *r, struct err *e)
{
    if (j->simt)
        return build_emulated(&j->build, j->files, 0, r, e);
    *r = j->cuda ? build_cubin(&j->build, j->files) : build_submission(&j->build, j->files, BUILD_PLAIN);
    return 0;
}

int phase_build(struct job *j, struct err *e)
{
    job_phase("build", "start", 0);
    if (build_sources(&j->build, j->files, e))
        return -1;
    struct build_result r;
    if (job_build(j, compile, &r, e)) {
        build_result_finish(&r);
        return -1;
    }
    char cc[128];
    build_compiler(j->simt ? "g++" : j->build.cc, cc, sizeof cc);
    char *log = util_clean(text_str(&r.log), r.log.len, 1);
    json_object_set_new(j->report, "build",
                        json_pack("{s:b s:b s:o s:f s:o s:o}", "ok", r.ok, "limit", r.limit, "log",
                                  job_text(log), "ms", r.ms, "compiler",
                                  job_text(r.tool ? r.tool : j->cuda ? "nvcc" : cc), "flags", job_text(r.flags)));
    if (r.log.len)
        job_event(json_pack("{s:s s:o}", "event", "log", "text", job_text(log)));
    free(log);
    int rc = r.ok && j->cuda ? cuda_gates(j, &r, e) : 0;
    j->object = r.so;
    r.so = NULL;
    job_phase("build", "done", r.ms);
    build_result_finish(&r);
    return rc;
}

static json_t *mismatch_row(const struct verify_result *v)
{
    if (!v->bad)
        return json_null();
    /* JSON has no NaN: a missing value stands for it, and the message spells it out */
    json_t *m = json_pack("{s:o s:I s:I s:I}", "out", job_text(v->out), "index", (json_int_t)v->index, "bad",
                          (json_int_t)v->bad, "total", (json_int_t)v->total);
    if (isfinite(v->expected))
        json_object_set_new(m, "expected", json_real(v->expected));
    if (isfinite(v->actual))
        json_object_set_new(m, "actual", json_real(v->actual));
    return m;
}

/* v: the comparison, where there was one. */
static json_t *case_done(struct job *j, const struct case_memory *b, size_t k, size_t n, const char *status,
                         const char *message, double ms, const struct verify_result *v)
{
    json_t *row = job_case_row(b, status, message, ms);
    if (v)
        json_object_set_new(row, "mismatch", mismatch_row(v));
    if (strcmp(status, "PASS"))
        asked_row(b, v, row);
    if (j->on_gpu)
        json_object_set_new(row, "backend", json_string(j->backend));
    json_array_append_new(job_list(j, "cases"), row);
    job_event(json_pack("{s:s s:s s:s s:i s:i s:s s:o s:s*}", "event", "case", "call", b->call_name, "case",
                        b->case_id, "k", (int)k + 1, "n", (int)n, "status", status, "message",
                        job_text(message), "said", json_string_value(json_object_get(row, "said"))));
    if (strcmp(status, "PASS"))
        j->correct = 0;
    j->seen |= until_case(j, status, message);
    return row;
}

/* What did not end once would most likely not end again, and each wait costs the lab's limit: after the time-out of a
 * call its other cases are not tried, and after two time-outs no case is. */
static int left_out(struct job *j, const struct case_set *s, size_t k)
{
    const struct case_memory *b = &s->b[k];
    const char *last = NULL;
    char why[200];
    int n = 0, own = 0;
    size_t q;
    const json_t *row;
    json_array_foreach(json_object_get(j->report, "cases"), q, row) {
        if (own || !json_is_true(json_object_get(row, "timeout")))
            continue;
        own = !strcmp(util_str(row, "call", ""), b->call_name);
        last = util_str(row, "case", "");
        n++;
    }
    if (!own && n < TIMEOUTS)
        return 0;
    snprintf(why, sizeof why, "not tried after the time-out of case %.100s", last);
    case_done(j, b, k, s->n, "SKIPPED", why, 0, NULL);
    return 1;
}

/* The first one is the report's; but a violation is never behind a crash or a limit. */
static void fault(struct job *j, enum proc_state s, const char *why)
{
    int code = s == PROC_LIMIT || s == PROC_FLOOD ? 5 : s == PROC_OURS ? 9 : s == PROC_VIOLATION ? 8 : 4;
    json_t *have = json_object_get(j->report, "error");
    if (!json_is_object(have) || (code == 8 && job_num(have, "code", 0) < 8))
        json_object_set_new(j->report, "error",
                            json_pack("{s:s s:i s:o}", "status", "ERROR", "code", code, "message", job_text(why)));
}

static void crash_message(char *ret, size_t n, struct proc *p)
{
    const char *raw = proc_output(p);
    size_t len = strlen(raw);
    while (len && raw[len - 1] == '\n')
        len--;
    char *said = util_clean(raw, len < 300 ? len : 300, 0);
    snprintf(ret, n, "%s%s%s", proc_why(p), len ? "; it wrote: " : "", said);
    free(said);
}

/* A child of `object` for the cases from k on: 1 it is there; 0 no use, the report says why; -1 our own fault. */
static int need_child(struct job *j, const char *object, struct proc **p, const struct case_set *s, size_t k,
                      struct err *e)
{
    enum proc_state why;
    if (*p)
        return 1;
    int rc = object == j->object ? job_child(j, object, job_mode(j), s->in_size, s->out_size, NULL, p, &why, e)
                                 : emitted_child(j, object, &s->b[k], PROTO_PLAIN, p, &why, e);
    if (!rc)
        return 1;
    if (why == PROC_OURS)
        return -1;
    if (why == PROC_NO_GPU) {
        job_skip(j, "correct", e->text);
        j->correct = 0;
        return 0;
    }
    case_done(j, &s->b[k], k, s->n, "ERROR", e->text, 0, NULL);
    fault(j, why, e->text);
    return 0;
}

void job_gpu_note(struct proc *p, char *ret, size_t n)
{
    char note[sizeof proc_done(p)->note];
    memcpy(note, (const char *)proc_done(p)->note, sizeof note - 1);
    note[sizeof note - 1] = 0;
    char *clean = util_clean(note, strlen(note), 0);
    snprintf(ret, n, "%s", clean);
    free(clean);
}

/* The hub has judged the ranks: 1 they ran; 0 the case's row and the report's error are written. */
static int ranks_ran(struct job *j, const struct case_set *s, size_t k, struct proc *p, int order, double wall)
{
    static const enum proc_state as[] = { [SAID_DIED] = PROC_CRASH, [SAID_LIMIT] = PROC_LIMIT,
                                          [SAID_VIOLATION] = PROC_VIOLATION, [SAID_OURS] = PROC_OURS };
    char msg[VERDICT_TEXT], whole[VERDICT_TEXT + 128];
    enum proto_said said = ranks_verdict(p, msg, sizeof msg);
    ranks_timeline(j, &s->b[k], p, said != SAID_FINE && !json_object_get(j->report, "timelines"));
    if (said == SAID_FINE)
        return 1;
    if (order)
        snprintf(whole, sizeof whole, "under order %d of delivery: %s", order, msg);
    else
        snprintf(whole, sizeof whole, "%s", msg);
    json_t *row = case_done(j, &s->b[k], k, s->n, said == SAID_FAIL ? "FAIL" : "ERROR", whole, wall * 1e3, NULL);
    if (said == SAID_LIMIT)
        json_object_set_new(row, "timeout", json_true());
    if (said != SAID_FAIL)
        fault(j, as[said], whole);
    return 0;
}

/* The child is of no more use; the report says why. 1: another may try the next case. */
static int case_broke(struct job *j, const struct case_set *s, size_t k, struct proc **p, enum proc_state st,
                      double wall)
{
    char msg[768];
    crash_message(msg, sizeof msg, *p);
    json_t *row = case_done(j, &s->b[k], k, s->n, "ERROR", msg, wall * 1e3, NULL);
    int timeout = st == PROC_LIMIT && !strstr(proc_why(*p), "memory");
    if (timeout)
        json_object_set_new(row, "timeout", json_true());
    fault(j, st, msg);
    proc_finish(*p);
    *p = NULL;
    return st == PROC_CRASH || st == PROC_EXIT || timeout;
}

static double grace(const struct job *j, int emulated)
{
    return j->wall ? WALL_GRACE_S : j->ranks ? RANKS_GRACE_S : emulated ? EMULATOR_GRACE_S : 0;
}

/* The same inputs under the other orders of delivery, while all goes well: 1 with *v; 0 the case's row is written, and
 * *again is what run_case() returns; -1 our own fault. */
static int run_orders(struct job *j, struct proc **p, const struct case_set *s, size_t k, struct verify_result *v,
                      int *again, struct err *e)
{
    struct case_memory *b = &s->b[k];
    for (int order = 1; v->pass && order < ranks_orders(b); order++) {
        double wall = 0, cpu = 0;
        case_memory_go(b, *p);
        ranks_order(j, b, *p, order);
        proc_go(*p)->ranks.timeline = 1;
        enum proc_state st = proc_trial(*p, j->lab.wall_s + grace(j, 0), &wall, &cpu);
        if (st != PROC_DONE)
            *again = case_broke(j, s, k, p, st, wall);
        if (st != PROC_DONE || !ranks_ran(j, s, k, *p, order, wall))
            return 0;
        case_memory_snapshot(b, *p);
        if (verify_case(j->oracle, b->run, &b->rc, 0, 0, v, e))
            return -1;
        if (!v->pass) {
            char said[sizeof v->message];
            snprintf(said, sizeof said, "%s", v->message);
            snprintf(v->message, sizeof v->message, "under order %d of delivery: %.400s", order, said);
        }
    }
    return 1;
}

/* On the wall clock a hang costs its deadline, and the next case most likely the same again. */
static int go_on_after(struct job *j, double wall)
{
    if (!j->wall || wall < HANG_S)
        return 1;
    job_skip(j, "cases after a hang", "each would wait for its deadline");
    return 0;
}

/* 1: go on with the next case; 0: no use. */
static int run_case(struct job *j, const char *object, struct proc **p, const struct case_set *s, size_t k,
                    struct err *e)
{
    struct case_memory *b = &s->b[k];
    double wall = 0, cpu = 0;
    if (ranks_beyond(j, b)) {
        job_skip(j, b->case_id, ranks_beyond(j, b));
        case_done(j, b, k, s->n, "SKIPPED", ranks_beyond(j, b), 0, NULL);
        return 1;
    }
    if (left_out(j, s, k))
        return 1;
    int there = need_child(j, object, p, s, k, e);
    if (there <= 0)
        return there;
    if (case_memory_fill(j, b, proc_in(*p), job_case_seed(j, b->run), 0, e))
        return -1;
    case_memory_go(b, *p);
    proc_go(*p)->ranks.timeline = j->ranks;
    int emulated = j->simt || b->call->emitted_cuda;
    enum proc_state st = proc_trial(*p, j->lab.wall_s + grace(j, emulated), &wall, &cpu);
    if (st == PROC_DONE && j->ranks && !ranks_ran(j, s, k, *p, 0, wall))
        return go_on_after(j, wall);
    if (st != PROC_DONE)
        return case_broke(j, s, k, p, st, wall);
    case_memory_snapshot(b, *p);
    struct verify_result v;
    if (verify_case(j->oracle, b->run, &b->rc, 0, 0, &v, e))
        return -1;
    int again = 1;
    if (j->ranks && !j->wall && (there = run_orders(j, p, s, k, &v, &again, e)) <= 0)
        return there ? -1 : again;
    int fault_of_kernel = (j->cuda || emulated) && proc_done(*p)->status;
    if (fault_of_kernel) {
        v.pass = 0;
        if (!emulated || !job_simt_note(j, *p, object, v.message, sizeof v.message))
            job_gpu_note(*p, v.message, sizeof v.message);
    }
    job_lab_counters(j, b, &v);
    json_t *row = case_done(j, b, k, s->n, v.pass ? "PASS" : "FAIL", v.message, wall * 1e3, &v);
    if (fault_of_kernel && emulated && !strncmp(v.message, "timeout: ", strlen("timeout: ")))
        json_object_set_new(row, "timeout", json_true());
    if (fault_of_kernel) { /* after a trap the context answers every call with that same error */
        proc_finish(*p);
        *p = NULL;
    }
    return 1;
}

/* The same for code that the submission writes: it is built first, and has a child of its own. */
static int run_emitted(struct job *j, const struct case_set *s, size_t k, struct err *e)
{
    char *object, msg[512];
    struct proc *p = NULL;
    int got = emitted_build(j, j->object, &s->b[k], BUILD_PLAIN, &object, msg, sizeof msg, e);
    if (!got)
        case_done(j, &s->b[k], k, s->n, "FAIL", msg, 0, NULL);
    if (got <= 0)
        return got < 0 ? -1 : 1;
    got = run_case(j, object, &p, s, k, e);
    proc_finish(p);
    free(object);
    return got;
}

int phase_correct(struct job *j, struct err *e)
{
    struct case_set s = { 0 };
    double t0 = util_now();
    job_phase("correct", "start", 0);
    j->correct = 1;
    job_list(j, "cases");
    int go = case_set_make(j, &s, e) ? -1 : 1;
    struct proc *p = NULL;
    for (size_t k = 0; go > 0 && k < s.n && !j->seen; k++)
        go = s.b[k].call->emitted ? run_emitted(j, &s, k, e) : run_case(j, j->object, &p, &s, k, e);
    if (p) {
        char *said = util_clean(proc_output(p), strlen(proc_output(p)), 0);
        if (*said)
            json_object_set_new(j->report, "output", job_text(said));
        free(said);
    }
    proc_finish(p);
    if (go >= 0 && !j->correct && j->simt && !j->until && simt_find(j, &s, e))
        go = -1;
    case_set_finish(&s);
    job_phase("correct", "done", (util_now() - t0) * 1e3);
    return go < 0 ? -1 : 0;
}

