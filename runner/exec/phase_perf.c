/*
 * perf: the learner against the reference, in pairs.
 *
 * Both run in their own children, stopped but for their turn, on the same inputs. What is drawn (the order inside a
 * pair, inputs, positions) comes from the kernel's random source when it is needed, so that no run can compute the
 * next one's. Times are the parent's: the child's CPU clock (or the wall, or the GPU's events) around go → done.
 * Inputs are renewed for every pair, and every timed output of the learner's is judged at as many positions as its
 * time is worth, drawn after it exists; where the lab judges whole outputs and takes long, copies of a few runs are
 * judged after the race (kept.h). Ratios and their interval: stats.h. The interval decides when to stop. On the wall
 * clock a pair in which the kernel took the CPU away, or the hypervisor did, is thrown away; on a GPU's, one in which
 * something held the SM clock down, or the two sides had different clocks, or the host waited for more than the
 * events tell (gpu_clock.h). On a GPU that is never calm such pairs count when patience is spent, each with the span
 * that its ratio may have: from what the other clock would have made of work on the SMs to what it would of work in
 * memory, and with the host's time as with the events'. The interval is around all of it. A CPU's two sides change
 * places in memory every few pairs: which physical pages a buffer lies on is worth several per cent to a kernel that
 * streams, and cancels in a pair of pairs. Before the first race the reference runs against itself: where that does
 * not give 1 within its own interval, no verdict of this run is worth having.
 */
#define _GNU_SOURCE
#include "phases.h"

#include <math.h>
#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "case_run.h"
#include "emitted.h"
#include "judging.h"
#include "opponent.h"
#include "runner/base/fault.h"
#include "runner/clock/core_peak.h"
#include "runner/clock/gpu_clock.h"
#include "runner/clock/timing_lock.h"
#include "runner/clock/stats.h"
#include "runner/base/order.h"
#include "runner/base/js.h"

#define STEP_S 0.4 /* between two words on how far it is */

enum {
    WARM = 2,
    MAX_PAIRS = 128,
    AA_PAIRS = 32,
    BLOCK = 8,
    REFRESH = 8 << 20,
    MAX_DISCARDS = 3 * MAX_PAIRS
};
enum { BATCH = 16 }; /* launches of a bench with mode="batch" between its two events, on a warm L2 */

struct side {
    struct proc *p;
    double wall, cpu, event, late; /* late: what the host waited beyond what the events tell, a launch */
    enum gpu_fit fit;
    struct gpu_state gpu; /* right after its turn */
};

struct race {
    struct job *j;
    struct case_memory b;
    const struct lab_bench *bench;
    struct side learner, reference;
    const char *ref, *mine;          /* the two objects; both the reference's in a self-test */
    char *built[2];                  /* of code that the two emit */
    struct pair pair[MAX_PAIRS];
    unsigned char swapped[MAX_PAIRS]; /* the pair ran with the outputs' pages exchanged */
    double low[MAX_PAIRS], high[MAX_PAIRS]; /* what the pair's ratio may be too high and too low by: <= 1 <= */
    int exchanged, pinned;
    size_t exchanged_at; /* pairs there were */
    double ratio_wall[MAX_PAIRS]; /* wall / CPU of the learner: how busy the machine was */
    double sm_MHz[2 * MAX_PAIRS];
    size_t n, discarded, clocks, throttled; /* throttled: pairs, kept and discarded */
    size_t apart, late;                     /* kept pairs of different clocks, of late hosts */
    double clock_ratio, latest;             /* the largest of these, >= 1; in seconds */
    int unbelievable;                       /* the learner's time cannot be */
    struct gpu_clock *watch;
    struct err unwatched; /* why there is no watch */
    uint32_t batch;
    double patience; /* when discarding ends: a slow call is never left alone */
    double heat;     /* when it ends for a GPU that is held down, with the same clock for both */
    struct judging judging;
    double told;     /* when the last event went out: whoever shows it needs a processor, too */
    char clock;
    int aa;      /* the reference against itself */
    size_t most; /* pairs */
    struct interval interval;
};

static double side_time(const struct race *r, const struct side *s)
{
    double t = r->clock == 'w' ? s->wall : r->clock == 'g' ? s->event : s->cpu;
    return t > 1e-9 ? t : 1e-9; /* no clock reads less, and ratios stay finite */
}

/* An event lasts no longer than the host's time around it, nor that than our own wall around both. */
static int take_gpu_time(const struct race *r, struct side *s, char *msg, size_t n)
{
    const struct proto_done *d = proc_done(s->p);
    double busy = d->busy_s, host = d->host_s;
    s->event = d->event_s;
    s->gpu = gpu_clock_read(r->watch);
    s->fit = gpu_event_fits(s->event, busy, host, s->wall);
    s->late = s->fit == GPU_LATE ? (host - busy) / r->batch : 0;
    if (s->fit != GPU_IMPOSSIBLE)
        return 1;
    snprintf(msg, n,
             "The GPU's event times (%.3g s, %.3g s with what went before) do not fit the host's (%.3g s, "
             "%.3g s with the copies).",
             s->event, busy, host, s->wall);
    return 0;
}

/* 0 it ran; 1 the learner is at fault (message set); -1 ours. */
static int run_side(struct race *r, struct side *s, char *msg, size_t n, struct err *e)
{
    struct job *j = r->j;
    const struct backend *on = backend_of(j, r->b.call);
    struct case_end end;
    struct case_run run = { .p = s->p, .limit_s = j->lab.wall_s, .keep = 1, .batch = r->batch, .unjudged = 1 };
    if (case_run(j, &r->b, &run, &end, e))
        return -1;
    s->wall = end.wall;
    s->cpu = end.cpu;
    if (end.how == CASE_BROKE) {
        snprintf(msg, n, "%s", proc_why(s->p));
        return 1;
    }
    if (on->broke && on->broke(j, s->p, r->mine, msg, n))
        return 1;
    if (r->clock == 'g' && !take_gpu_time(r, s, msg, n)) {
        r->unbelievable = 1;
        return 1;
    }
    return 0;
}

/* How often the scheduler took a CPU from one of the two, and the hypervisor one from us (in ticks). */
static uint64_t switches_of(pid_t pid)
{
    char path[320], line[128];
    uint64_t sum = 0, v;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *d = opendir(path);
    for (struct dirent *t; d && (t = readdir(d));) {
        snprintf(path, sizeof path, "/proc/%d/task/%s/status", (int)pid, t->d_name);
        FILE *f = t->d_name[0] == '.' ? NULL : fopen(path, "re");
        while (f && fgets(line, sizeof line, f))
            if (sscanf(line, "nonvoluntary_ctxt_switches: %lu", &v) == 1)
                sum += v;
        if (f)
            fclose(f);
    }
    if (d)
        closedir(d);
    return sum;
}

static uint64_t steal_ticks(void)
{
    unsigned long long v[8] = { 0 };
    FILE *f = fopen("/proc/stat", "re");
    if (f && fscanf(f, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6],
                    &v[7]) != 8)
        v[7] = 0;
    if (f)
        fclose(f);
    return v[7];
}

static uint64_t disturbances(const struct race *r)
{
    return switches_of(proc_pid(r->learner.p)) + switches_of(proc_pid(r->reference.p)) + steal_ticks();
}

static int gpu_disturbed(struct race *r)
{
    const struct side *a = &r->learner, *b = &r->reference;
    int held = gpu_throttled(a->gpu.reasons | b->gpu.reasons);
    r->throttled += (size_t)held;
    return gpu_clock_ratio(&a->gpu, &b->gpu) != 1 || a->fit == GPU_LATE || b->fit == GPU_LATE ||
           (held && util_now() < r->heat);
}

/* Whether this pair, which would count, is to be thrown away. */
static int disturbed(struct race *r, uint64_t before)
{
    if (r->discarded >= MAX_DISCARDS || util_now() >= r->patience)
        return 0;
    return r->clock == 'g' ? gpu_disturbed(r) : r->clock == 'w' && disturbances(r) != before;
}

/* A kernel may follow the SM clock, or not at all; its events may be right, or the host. */
static void span_pair(struct race *r)
{
    const struct side *a = &r->reference, *b = &r->learner;
    double c = r->clock == 'g' ? gpu_clock_ratio(&a->gpu, &b->gpu) : 1;
    r->low[r->n] = fmin(1, c) * b->event / (b->event + b->late);
    r->high[r->n] = fmax(1, c) * (a->event + a->late) / a->event;
    r->apart += c != 1;
    r->late += a->late > 0 || b->late > 0;
    r->clock_ratio = fmax(r->clock_ratio, fmax(c, 1 / c));
    r->latest = fmax(r->latest, fmax(a->late, b->late));
}

static void keep_pair(struct race *r)
{
    const struct side *both[2] = { &r->reference, &r->learner };
    if (r->clock == 'g')
        span_pair(r);
    r->pair[r->n] = (struct pair){ side_time(r, &r->reference), side_time(r, &r->learner) };
    r->swapped[r->n] = (unsigned char)r->exchanged;
    r->ratio_wall[r->n++] = r->learner.wall / (r->learner.cpu > 0 ? r->learner.cpu : 1e-9);
    for (int k = 0; k < 2; k++)
        if (both[k]->gpu.sm_MHz)
            r->sm_MHz[r->clocks++] = both[k]->gpu.sm_MHz;
}

/* As run_side(). Against itself the reference is judged as the learner will be, so that what that costs shows. */
static int judge_side(struct race *r, struct side *s, int counts, char *msg, size_t n, struct err *e)
{
    struct judged_run run = { .p = s->p, .wall = s->wall, .seconds = side_time(r, s), .counts = counts && !r->aa,
                              .whose = s == &r->learner ? JUDGED_LEARNER : JUDGED_REFERENCE };
    return judging_run(&r->judging, &run, msg, n, e);
}

/* Judged when both have run: what the judge leaves in the caches would slow down whoever runs after it. */
static int judge_pair(struct race *r, struct side *const turn[2], int keep, char *msg, size_t n, struct err *e)
{
    int rc = 0;
    for (int k = 0; k < 2 && !rc; k++) {
        rc = judge_side(r, turn[k], keep, msg, n, e);
        if (rc == 1 && (r->aa || turn[k] == &r->reference))
            return err_set(e, "The reference failed in %s: %.300s", r->b.call_name, msg);
    }
    return rc;
}

static int run_pair(struct race *r, int keep, char *msg, size_t n, struct err *e)
{
    struct {
        uint64_t seed;
        unsigned char order;
    } drawn; /* the order has bits of its own: the seed is in the inputs, which the first of the two reads */
    if (util_random(&drawn, sizeof drawn))
        return err_set(e, "The kernel gives no random numbers.");
    if (case_memory_fill(r->j, &r->b, proc_in(r->learner.p), drawn.seed, keep || r->n ? REFRESH : 0, e))
        return -1;
    int mine_first = drawn.order & 1;
    struct side *const turn[2] = { mine_first ? &r->learner : &r->reference,
                                   mine_first ? &r->reference : &r->learner };
    uint64_t before = r->clock == 'w' ? disturbances(r) : 0;
    for (int k = 0; k < 2; k++) {
        int rc = run_side(r, turn[k], msg, n, e);
        if (rc == 1 && turn[k] == &r->reference)
            return err_set(e, "The reference failed in %s: %.300s", r->b.call_name, msg);
        if (rc)
            return rc;
    }
    int again = keep && disturbed(r, before), rc = judge_pair(r, turn, keep, msg, n, e);
    if (rc)
        return rc;
    if (again)
        r->discarded++;
    else if (keep)
        keep_pair(r);
    return 0;
}

static int decided(const struct race *r, struct interval i)
{
    for (size_t k = 0; k < r->bench->nstages; k++)
        if (r->bench->stages[k] > i.lo && r->bench->stages[k] < i.hi)
            return 0;
    return (i.hi - i.lo) / 2 < 0.02 * i.ratio || i.hi < 0.8 * r->bench->bronze;
}

/* One pair can settle it only when twice as fast would still miss the lowest stage by half. */
static int hopeless(const struct race *r)
{
    double bronze = r->bench->bronze;
    return r->pair[0].reference / r->pair[0].learner < bronze / 4 && r->pair[0].learner > 0.25;
}

/* Each pair with one that ran on exchanged pages; alone where these are too few for an interval. */
static struct interval balanced(const struct race *r)
{
    struct pair both[MAX_PAIRS];
    size_t n = 0, a = 0, b = 0;
    for (;; a++, b++, n++) {
        while (a < r->n && r->swapped[a])
            a++;
        while (b < r->n && !r->swapped[b])
            b++;
        if (a >= r->n || b >= r->n)
            break;
        both[n] = (struct pair){ sqrt(r->pair[a].reference * r->pair[b].reference),
                                 sqrt(r->pair[a].learner * r->pair[b].learner) };
    }
    return n >= 3 ? stats_ratio(both, n) : stats_ratio(r->pair, r->n);
}

/* The interval of these ratios, each multiplied with its own factor. */
static struct interval scaled(const struct race *r, const double *factor)
{
    struct pair p[MAX_PAIRS];
    for (size_t k = 0; k < r->n; k++)
        p[k] = (struct pair){ r->pair[k].reference * factor[k], r->pair[k].learner };
    return stats_ratio(p, r->n);
}

static struct interval race_interval(const struct race *r, int by_hope)
{
    double x = r->pair[0].reference / r->pair[0].learner;
    struct interval i = by_hope ? (struct interval){ x, x / 2, x * 2 } : balanced(r);
    if (by_hope && r->clock == 'g')
        return (struct interval){ x, i.lo * r->low[0], i.hi * r->high[0] };
    if (!r->aa && r->apart + r->late) { /* against itself the two sides are held to the events alone */
        i.lo = fmin(i.lo, scaled(r, r->low).lo);
        i.hi = fmax(i.hi, scaled(r, r->high).hi);
    }
    return i;
}

/* Why the interval is wider than the noise, and what helps; "" where it is not. */
static void doubt_of(const struct race *r, char *to, size_t n)
{
    int used = 0;
    *to = 0;
    if (r->apart)
        used = snprintf(
            to, n,
            "the SM clocks of the two sides differed in %zu of %zu pairs, by up to %.0f %%, and the "
            "interval allows for that: hold the clock (nvidia-smi --lock-gpu-clocks, as root), or use a GPU that "
            "nobody else uses",
            r->apart, r->n, (r->clock_ratio - 1) * 100);
    if (r->late)
        snprintf(to + used, n - (size_t)used,
                 "%sin %zu of %zu pairs the host waited up to %.3g ms longer than the GPU says "
                 "that it worked, and the interval allows for that: see that nothing else runs on this machine",
                 used ? "; " : "", r->late, r->n, r->latest * 1e3);
}

static void emit_sample(const struct race *r, struct interval i)
{
    job_event(json_pack("{s:s s:s s:i s:o s:o s:o}", "event", "sample", "bench",
                        r->bench->id, "pairs", (int)r->n, "ratio", js_real(i.ratio), "lo",
                        js_real(i.lo), "hi", js_real(i.hi)));
}

/* "perf:copy pair 3 of about 17, 12 s left": of the bench's time, which ends sooner when the pairs agree. */
static void say_pair(struct race *r, double start, double budget)
{
    double now = util_now(), spent = now - start, each = r->n ? spent / (double)r->n : 0;
    double left = fmax(0, budget - spent), more = each > 0 ? ceil(left / each) : 0;
    const char *of = r->aa ? "the reference against itself: " : "", *id = r->bench->id;
    if (now - r->told < STEP_S)
        return;
    r->told = now;
    double all = fmin((double)r->most, fmax((double)r->n + more, 5));
    job_step("perf", "%sperf:%.80s pair %zu of about %.0f, %.0f s left", of, id, r->n + 1, fmax(all, (double)r->n + 1),
             ceil(fmin(left, fmax(0, all - (double)r->n) * each)));
}

/* `fault`: "learner", whose code went wrong while it was timed, or "clock": a time that cannot be. */
static void failed_race(struct race *r, const char *msg, const char *fault)
{
    if (fault_code()) /* not its own */
        return;
    json_array_append_new(job_list(r->j, "measurements"),
                          json_pack("{s:s s:s s:s s:n s:o s:s}", "bench", r->bench->id, "call",
                                    r->b.call_name, "case", r->b.case_id, "ratio", "error", job_text(msg), "fault",
                                    fault));
}

/* How it was measured, so that the figure means something where it is read. */
static json_t *method_of(const struct race *r)
{
    const struct proto_done *d = proc_done(r->reference.p);
    int gpu = r->clock == 'g';
    json_t *m = json_pack("{s:s s:i s:s s:b s:i s:s}", "clock",
                          gpu               ? "CUDA events behind a flush of the L2"
                          : r->clock == 'w' ? "wall"
                                            : "CPU time of the process",
                          "warm", WARM, "order", "drawn per pair", "cold", gpu && r->batch <= 1, "discards",
                          (int)r->discarded, "interval", "95 % of the median of ratios");
    /* of the learner's outputs */
    json_object_set_new(m, "judged_whole", json_integer(r->judging.whole[JUDGED_LEARNER]));
    if (!gpu)
        json_object_set_new(m, "pages", json_string("exchanged every 8 pairs"));
    if (gpu)
        json_object_set_new(m, "flush_bytes", json_integer((json_int_t)d->flush_B));
    if (r->batch > 1)
        json_object_set_new(m, "batch", json_integer(r->batch));
    return m;
}

static void add_gpu_facts(struct race *r, json_t *m, double bytes, double reference, double learner)
{
    double copy = proc_done(r->reference.p)->copy_Bps;
    if (copy > 0 && isfinite(copy)) {
        json_object_set_new(m, "copy_gbps", json_real(copy * 1e-9));
        json_object_set_new(m, "of_copy", json_real(bytes / learner / copy));
        json_object_set_new(m, "reference_of_copy", json_real(bytes / reference / copy));
    }
    if (r->clocks) {
        qsort(r->sm_MHz, r->clocks, sizeof r->sm_MHz[0], order_numbers);
        json_object_set_new(m, "sm_clock_mhz", json_pack("[f,f,f]", r->sm_MHz[0], r->sm_MHz[r->clocks / 2],
                                                         r->sm_MHz[r->clocks - 1]));
    }
    if (r->watch)
        json_object_set_new(m, "throttled", json_integer((json_int_t)r->throttled));
}

/* What no program passes here: on the wall clock all threads that the lab may have work at once. */
static void add_peak(const struct race *r, json_t *m)
{
    struct core_peak one = core_peak();
    double cores = r->clock == 'w' && r->j->lab.threads > 1 ? r->j->lab.threads : 1, narrow = 1;
    for (size_t k = 0; k < r->b.nbuf; k++) /* of one byte four are done where one f32 is */
        narrow = fmax(narrow, 4 / (double)data_size(r->b.buf[k].decl->dtype));
    if (one.clock_Hz > 0)
        json_object_set_new(m, "peak", json_pack("{s:f s:f s:f s:f}", "clock_ghz", one.clock_Hz * 1e-9, "gflops",
                                                 one.flops * cores * narrow * 1e-9, "gbps",
                                                 one.bytes * cores * 1e-9, "narrow", narrow));
}

static json_t *samples_of(const struct race *r, double *reference, double *learner)
{
    double tr[MAX_PAIRS], tl[MAX_PAIRS];
    json_t *samples = json_array();
    for (size_t k = 0; k < r->n; k++) {
        tr[k] = r->pair[k].reference;
        tl[k] = r->pair[k].learner;
        json_array_append_new(samples, json_pack("[f,f]", tr[k], tl[k]));
    }
    *reference = stats_median(tr, r->n);
    *learner = stats_median(tl, r->n);
    return samples;
}

/* Nothing is faster than physics: bytes that have to move, from a cold L2, at what this GPU copies. */
static double floor_of(const struct race *r)
{
    const struct proto_done *d = proc_done(r->reference.p);
    int cold = r->clock == 'g' && r->batch <= 1;
    return cold ? gpu_floor_s(r->bench->bytes, (double)d->l2_B, d->copy_Bps) : 0;
}

static void report_race(struct race *r, struct interval i, const char *note)
{
    double flops = r->bench->flops, bytes = r->bench->bytes, tr, t, least = floor_of(r);
    json_t *samples = samples_of(r, &tr, &t);
    char doubt[512];
    if (t < least && tr >= least) {
        char msg[256];
        snprintf(msg, sizeof msg,
                 "The call is faster than memory: its %.0f MB in %.3g ms are %.0f GB/s, and this "
                 "GPU copies %.0f GB/s. It cannot have moved them all.",
                 bytes * 1e-6, t * 1e3, bytes / t * 1e-9, proc_done(r->reference.p)->copy_Bps * 1e-9);
        failed_race(r, msg, "clock");
        json_decref(samples);
        return;
    }
    if (tr < least && !*note)
        note = "no floor: the reference itself moves less than the bytes that this bench names";
    doubt_of(r, doubt, sizeof doubt);
    json_t *m = json_pack("{s:s s:s s:s s:s s:i s:i s:o s:o s:o s:f s:f s:o s:o s:b s:s s:o s:o}", "bench",
                          r->bench->id, "call", r->b.call_name, "case", r->b.case_id, "clock",
                          r->bench->clock, "pairs", (int)r->n, "discarded", (int)r->discarded,
                          "ratio", js_real(i.ratio), "lo", js_real(i.lo), "hi", js_real(i.hi), "t_reference", tr,
                          "t_learner", t, "gflops", js_real(flops / t * 1e-9), "gbps", js_real(bytes / t * 1e-9),
                          "busy", r->clock == 'c' && stats_median(r->ratio_wall, r->n) > 1.05, "note",
                          *note ? note : *doubt ? doubt : r->unwatched.text, "samples", samples, "method",
                          method_of(r));
    if (r->bench->items > 0) /* what the bench makes, for a rate: "tok" */
        json_object_update_new(m, json_pack("{s:f s:s}", "items", r->bench->items, "item",
                                            r->bench->item));
    if (r->clock == 'g')
        add_gpu_facts(r, m, bytes, tr, t);
    else
        add_peak(r, m);
    if (*doubt)
        json_object_set_new(m, "doubt", json_string(doubt));
    json_array_append_new(job_list(r->j, "measurements"), m);
}

static int last_cpu(void)
{
    cpu_set_t set;
    int cpu = -1;
    if (!sched_getaffinity(0, sizeof set, &set))
        for (int k = 0; k < CPU_SETSIZE; k++)
            if (CPU_ISSET(k, &set))
                cpu = k;
    return cpu;
}

/* On the child's own core the inputs stay in its caches; the kernel then moves all three together. */
static void pin_all(const struct race *r)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(last_cpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    sched_setaffinity(proc_pid(r->learner.p), sizeof one, &one);
    sched_setaffinity(proc_pid(r->reference.p), sizeof one, &one);
}

/* New children, each with the memory for outputs that the other had. 1: the learner's did not start again. */
static int exchange(struct race *r, char *msg, size_t n, struct err *e)
{
    struct proc *learner = NULL, *reference = NULL;
    enum proc_state why;
    struct child mine = child_of(r->j, &r->b, r->mine), theirs = child_of(r->j, &r->b, r->ref);
    mine.share_in = r->learner.p;
    mine.share_out = r->reference.p;
    int rc = child_start(r->j, &mine, &learner, &why, e);
    if (rc && why != PROC_OURS && !r->aa) {
        snprintf(msg, n, "%s", e->text);
        return 1;
    }
    theirs.share_in = learner;
    theirs.share_out = r->learner.p;
    if (!rc)
        rc = child_start(r->j, &theirs, &reference, &why, e);
    if (rc) {
        proc_finish(learner);
        return -1;
    }
    proc_give_inputs(r->learner.p, learner);
    proc_finish(r->learner.p);
    proc_finish(r->reference.p);
    r->learner.p = learner;
    r->reference.p = reference;
    r->exchanged = !r->exchanged;
    r->exchanged_at = r->n;
    if (r->pinned)
        pin_all(r);
    return run_pair(r, 0, msg, n, e);
}

/* After every block, and in the middle of the time where the calls are long. */
static int due(const struct race *r, double start, double budget)
{
    if (r->clock == 'g' || r->n == r->exchanged_at)
        return 0;
    return r->n % BLOCK == 0 || (r->n > 1 && !r->exchanged_at && util_now() - start > budget / 2);
}

/* The pair that was to warm up settles it when it is far off: a minute of waiting would only say the same. */
static int slow_and_hopeless(struct race *r)
{
    if (r->aa)
        return 0;
    keep_pair(r);
    if (hopeless(r))
        return 1;
    r->n = r->clocks = r->apart = r->late = 0;
    return 0;
}

static int run_race(struct race *r, struct err *e)
{
    char msg[512] = "";
    int rc = 0, hope = 0;
    double budget = fmin(r->aa ? 1 : r->bench->budget_s, r->j->bench_s), start = util_now();
    job_step("perf", "%sperf:%.80s warms up", r->aa ? "the reference against itself: " : "",
             r->bench->id);
    for (int k = 0; k < WARM && !rc; k++) {
        rc = run_pair(r, 0, msg, sizeof msg, e);
        if (!rc && side_time(r, &r->learner) > 1.0) {
            hope = slow_and_hopeless(r);
            break; /* a second-long call needs no warm-up */
        }
    }
    struct interval i = { 0, 0, 0 };
    start = util_now();
    r->patience = start + budget;
    r->heat = start + budget / 2;
    while (!rc && !hope && r->n < r->most) {
        size_t before = r->n;
        if (r->n)
            say_pair(r, start, budget);
        if (due(r, start, budget) && (rc = exchange(r, msg, sizeof msg, e)))
            break;
        rc = run_pair(r, 1, msg, sizeof msg, e);
        if (rc)
            break;
        if (r->n == 1 && !r->aa && hopeless(r)) {
            hope = 1;
            break;
        }
        if (r->aa && util_now() - start > 2 * budget)
            break; /* a call this long drowns what disturbs it, and testing it costs more than it tells */
        int look = r->n > before && (r->n == 16 || r->n == 32 || r->n == 64 || r->n == r->most);
        int late = util_now() - start > budget && r->n >= 5;
        if (look || late) {
            i = race_interval(r, 0);
            if (!r->aa)
                emit_sample(r, i);
            if (late || (!r->aa && decided(r, i)))
                break;
        }
    }
    if (!rc && !r->aa)
        rc = judging_after(&r->judging, r->learner.p, util_now() - start, msg, sizeof msg, e);
    if (rc < 0)
        return -1;
    if (rc > 0) {
        failed_race(r, msg, r->unbelievable ? "clock" : "learner");
        return 0;
    }
    i = race_interval(r, hope);
    if (r->aa) {
        r->interval = i;
        return 0;
    }
    report_race(r, i, hope ? "one pair: even twice as fast it would be far below the lowest stage" : "");
    return 0;
}

/* metric="counter:NAME": no clock, one run each, higher is better. */
static int run_counters(struct race *r, const char *name, struct err *e)
{
    char msg[512] = "";
    double got[2] = { NAN, NAN };
    uint64_t seed;
    if (util_random(&seed, sizeof seed))
        return err_set(e, "The kernel gives no random numbers.");
    if (case_memory_fill(r->j, &r->b, proc_in(r->learner.p), seed, 0, e))
        return -1;
    struct side *side[2] = { [JUDGED_REFERENCE] = &r->reference, [JUDGED_LEARNER] = &r->learner };
    struct verify_result v;
    for (int k = 0; k < 2; k++) {
        int rc = run_side(r, side[k], msg, sizeof msg, e);
        rc = rc ? rc : judging_whole(&r->judging, side[k]->p, k, &v, msg, sizeof msg, e);
        if (rc < 0 || (rc > 0 && k == 0))
            return rc < 0 ? -1 : err_set(e, "The reference failed in %s: %s", r->b.call_name, msg);
        if (rc > 0) {
            failed_race(r, msg, "learner");
            return 0;
        }
        for (int c = 0; c < v.counted.ncounters; c++)
            if (!strcmp(v.counted.counters[c].name, name))
                got[k] = v.counted.counters[c].value;
    }
    if (!(got[0] > 0) || !isfinite(got[0]) || !isfinite(got[1]))
        return err_set(e, "Bench %s: the lab's verify function did not count %s.", r->bench->id, name);
    double x = got[1] / got[0];
    json_array_append_new(job_list(r->j, "measurements"),
                          json_pack("{s:s s:s s:s s:s s:i s:f s:f s:f s:f s:f s:b s:s}", "bench",
                                    r->bench->id, "call",
                                    r->b.call_name, "case", r->b.case_id, "clock", "counter", "pairs", 1,
                                    "ratio", x, "lo", x, "hi", x, "t_reference", got[0], "t_learner", got[1],
                                    "busy", 0, "note", name));
    return 0;
}

/* The parent's own look at the GPU that the children use; without NVML the report says so. */
static void watch_gpu(struct race *r)
{
    char pci[32];
    const volatile char *said = proc_done(r->reference.p)->note;
    size_t n = 0;
    for (; n + 1 < sizeof pci && strchr("0123456789abcdefABCDEF:.", said[n]) && said[n]; n++)
        pci[n] = said[n];
    pci[n] = 0;
    if (r->clock == 'g')
        r->watch = gpu_clock_open(pci, &r->unwatched);
}

static void disband(struct race *r)
{
    gpu_clock_close(r->watch);
    proc_finish(r->reference.p);
    proc_finish(r->learner.p);
    judging_finish(&r->judging);
    case_memory_finish(&r->b);
    free(r->built[0]);
    free(r->built[1]);
}

/* A batch runs over its own outputs again: that must not change what it computes. */
static int set_mode(struct race *r, struct err *e)
{
    r->clock = r->bench->clock[0];
    r->batch = r->clock == 'g' && !strcmp(r->bench->mode, "batch") ? BATCH : 1;
    for (size_t k = 0; r->batch > 1 && k < r->b.nbuf; k++)
        if (r->b.buf[k].inout)
            return err_set(e, "Bench %s: a call that changes %s in place cannot run in a batch.", r->bench->id,
                           r->b.buf[k].name);
    return 0;
}

/* The two children: 1 they are there; 0 the learner's did not start, the report says why; -1 ours. */
static int line_up(struct race *r, struct err *e)
{
    enum proc_state why;
    struct child mine = child_of(r->j, &r->b, r->mine), theirs = child_of(r->j, &r->b, r->ref);
    if (child_start(r->j, &mine, &r->learner.p, &why, e)) {
        if (why == PROC_OURS)
            return -1;
        failed_race(r, e->text, "learner");
        return 0;
    }
    theirs.share_in = r->learner.p;
    return child_start(r->j, &theirs, &r->reference.p, &why, e) ? -1 : 1;
}

/* Of a call that runs emitted code, each side runs its own: 1; 0 the learner's cannot be had, the report says why. */
static int emit_both(struct race *r, struct err *e)
{
    char msg[512];
    if (!r->b.call->emitted)
        return 1;
    int rc = emitted_build(r->j, r->ref, &r->b, BUILD_PLAIN, &r->built[0], msg, sizeof msg, e);
    if (!rc)
        return err_set(e, "The reference's own code for %s: %s", r->b.call_name, msg);
    if (rc > 0 && !r->aa)
        rc = emitted_build(r->j, r->mine, &r->b, BUILD_PLAIN, &r->built[1], msg, sizeof msg, e);
    if (!rc)
        failed_race(r, msg, "learner");
    if (rc > 0) {
        r->ref = r->built[0];
        r->mine = r->aa ? r->ref : r->built[1];
    }
    return rc;
}

static int one_bench(struct job *j, const char *ref, const struct lab_bench *bench, struct err *e)
{
    struct race r = { .j = j, .bench = bench, .most = MAX_PAIRS,
                      .ref = ref, .mine = j->object };
    if (!bench->run)
        return err_set(e, "A bench names a case or call that the lab does not have.");
    if (case_memory_make(j, bench->run, &r.b, e))
        return -1;
    r.judging = (struct judging){ .j = j, .b = &r.b, .race_s = fmin(bench->budget_s, j->bench_s) };
    cpu_set_t before;
    int rc = set_mode(&r, e) ? -1 : emit_both(&r, e);
    rc = rc > 0 ? line_up(&r, e) : rc;
    if (rc > 0) {
        watch_gpu(&r);
        r.pinned = r.clock == 'c' && last_cpu() >= 0 && !sched_getaffinity(0, sizeof before, &before);
        if (r.pinned)
            pin_all(&r);
        rc = !strncmp(bench->metric, "counter:", 8) ? run_counters(&r, bench->metric + 8, e) : run_race(&r, e);
    }
    if (r.pinned)
        sched_setaffinity(0, sizeof before, &before);
    disband(&r);
    return rc;
}

static int here(const struct job *j, const struct lab_bench *bench)
{
    return !bench->on || !strcmp(bench->on, j->backend);
}

static int timed(const struct lab_bench *bench)
{
    return strncmp(bench->metric, "fewer:", 6) != 0;
}

/* A 95 % interval misses the truth now and then: a miss by less than 1 % is none, and a second try may mend it. */
static int sound(const struct interval *i)
{
    return i->lo <= 1.01 && i->hi >= 0.99;
}

/* Whether it could have found anything: calls that are long leave few pairs, and a noisy machine an interval that
 * holds 1 and much else. */
static int tells(const struct race *r)
{
    return r->n >= 5 && r->interval.hi - r->interval.lo < 0.2 * r->interval.ratio;
}

/* 1: it found 1 within its interval, or could not tell; 0: it did not; -1 our own fault. */
static int self_test(struct job *j, const char *ref, const struct lab_bench *bench, struct err *e)
{
    struct race r = {
        .j = j, .bench = bench, .most = AA_PAIRS, .aa = 1, .ref = ref, .mine = ref
    };
    if (!bench->run)
        return 1; /* one_bench() says so */
    if (case_memory_make(j, bench->run, &r.b, e))
        return -1;
    r.judging = (struct judging){ .j = j, .b = &r.b, .race_s = fmin(bench->budget_s, j->bench_s) };
    int rc = set_mode(&r, e) || emit_both(&r, e) <= 0 || line_up(&r, e) <= 0 ? -1 : 0;
    if (!rc) {
        watch_gpu(&r);
        rc = run_race(&r, e);
    }
    int far = r.n >= 5 && !sound(&r.interval);
    if (!rc)
        json_object_set_new(j->report, "self_test",
                            json_pack("{s:o s:s s:i s:i s:o s:o s:o}", "sound",
                                      far         ? json_false()
                                      : tells(&r) ? json_true()
                                                  : json_null(),
                                      "bench", bench->id, "pairs", (int)r.n, "discarded",
                                      (int)r.discarded, "ratio", js_real(r.interval.ratio), "lo",
                                      js_real(r.interval.lo), "hi", js_real(r.interval.hi)));
    disband(&r);
    return rc ? -1 : !far;
}

/* The first bench on a clock, twice if need be. */
static int test_self(struct job *j, const char *ref, struct err *e)
{
    int rc = 1;
    for (size_t k = 0; k < j->lab.nbenches; k++) {
        const struct lab_bench *bench = &j->lab.benches[k];
        if (!here(j, bench) || !timed(bench) || strcmp(bench->metric, "time"))
            continue;
        rc = self_test(j, ref, bench, e);
        rc = rc ? rc : self_test(j, ref, bench, e);
        break;
    }
    return rc < 0 ? -1 : 0;
}

int phase_perf(struct job *j, struct err *e)
{
    const struct backend *counts = j->on->bench ? j->on : j->emulator;
    const struct lab_bench *bench = j->lab.benches, *end = bench + j->lab.nbenches;
    int any = 0, clocked = 0;
    for (; bench < end; bench++) {
        any |= here(j, bench);
        clocked |= here(j, bench) && timed(bench);
    }
    if (!any)
        return 0;
    double t0 = util_now();
    job_phase("perf", "start", 0);
    const char *name = "";
    struct build_result r = { .ok = 0 };
    int rc = clocked ? opponent_build(j, 0, &r, &name, e) : 0;
    int lock = clocked ? timing_lock_take(j->build.cache) : -1;
    rc = rc ? rc : test_self(j, r.so, e);
    for (bench = j->lab.benches; bench < end; bench++)
        if (!rc && here(j, bench))
            rc = timed(bench) ? one_bench(j, r.so, bench, e) : counts->bench(j, bench, e);
    timing_lock_release(lock);
    build_result_finish(&r);
    job_phase("perf", "done", (util_now() - t0) * 1e3);
    return rc;
}
