/*
 * profile on a GPU: each call of the gates' cases, timed between events and, where Nsight Compute is there and may,
 * counted by it. ncu starts ridge-gpu itself, on files that hold what a child's pages would; both run in the box.
 * Without it CUPTI counts, from ridge-gpu itself; that has no lines and no stalls by line. Both counters stand before
 * the emulator's, which counts exactly and decides the gates of labs that it runs.
 */
#define _GNU_SOURCE
#include "profile.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend.h"
#include "case_run.h"
#include "runner/clock/ncu_csv.h"
#include "runner/box/spawn.h"
#include "runner/clock/stats.h"

enum { WARM = 2, TRIALS = 9, CSV_MAX = 16 << 20 };
enum { NCU_S = 120 };

struct ncu {
    struct job *j;
    char *program, *home, *dir, *metrics; /* home: of its installation */
    char *cupti; /* the library, where it takes ncu's place */
    int refused; /* ncu said why once: asking again would tell the same */
};

/* ---- ncu --------------------------------------------------------------------------------------------------- */

static char *newest(const char *pattern)
{
    glob_t g;
    char *ret = NULL;
    if (!glob(pattern, 0, NULL, &g) && g.gl_pathc && !access(g.gl_pathv[g.gl_pathc - 1], X_OK))
        ret = strdup(g.gl_pathv[g.gl_pathc - 1]);
    globfree(&g);
    return ret;
}

static char *find_ncu(void)
{
    char *nvcc = build_nvcc(), *path = NULL;
    if (nvcc) {
        path = util_path("%.*s/ncu", (int)(strrchr(nvcc, '/') - nvcc), nvcc);
        if (access(path, X_OK)) {
            free(path);
            path = NULL;
        }
    }
    free(nvcc);
    if (!path)
        path = newest("/usr/bin/ncu");
    return path ? path : newest("/opt/nvidia/nsight-compute/*/ncu");
}

/* DIR of DIR/bin/ncu, links followed; you own the storage. */
static char *home_of(const char *program)
{
    char *path = program ? realpath(program, NULL) : NULL, *slash = path ? strrchr(path, '/') : NULL;
    if (slash)
        *slash = 0;
    slash = path ? strrchr(path, '/') : NULL;
    if (slash && slash > path)
        *slash = 0;
    return path;
}

/* The submission names the files that ncu takes its source lines from: no one's home is among what it can read.
 * To read a report ncu needs no device, so that it has a root of its own there. */
static struct box ncu_box(const struct ncu *n, int gpu)
{
    struct box box = { .ro = { "/usr", "/bin", "/lib", "/lib64", "/opt", "/etc", "/proc", n->home ? n->home : "/usr",
                               n->j->gpu_child, n->j->build.dir, gpu ? "/sys" : NULL },
                       .rw = { "/dev/null", n->dir }, .cwd = n->dir, .in_fd = -1, .cpu = -1,
                       .cpu_s = NCU_S, .fsize_MiB = 256, .as_MiB = gpu ? 0 : 16384 };
    if (gpu) {
        box.capable = 1;
        box.rw[2] = "/dev";
        box.rw[3] = "/proc";
        box.rw[4] = "/tmp";
    }
    return box;
}

/* 1 it did what it was asked; 0 the report says why not. */
static int run_ncu(struct ncu *n, const char *const argv[], int gpu, const char *what)
{
    char msg[512], whole[700];
    struct box box = ncu_box(n, gpu);
    struct spawn_result s = spawn_wait(argv, &box, NULL, NCU_S);
    int ok = s.end == SPAWN_EXIT && !s.code;
    if (!ok || strstr(text_str(&s.output), "==ERROR==")) {
        if (!ncu_refusal(text_str(&s.output), msg, sizeof msg))
            snprintf(msg, sizeof msg, s.end == SPAWN_TIMEOUT ? "Nsight Compute (ncu) did not end within %d s."
                                                        : "Nsight Compute (ncu) ended with code %d.",
                     s.end == SPAWN_TIMEOUT ? NCU_S : s.code);
        char *clean = util_clean(msg, strlen(msg), 0);
        snprintf(whole, sizeof whole, "%s%.600s", what, clean);
        job_skip(n->j, "ncu", whole);
        n->refused = 1;
        ok = 0;
        free(clean);
    }
    text_finish(&s.output);
    return ok;
}

static int write_page(const struct ncu *n, const char *name, const void *bytes, size_t size, struct err *e)
{
    char *path = util_path("%s/%s", n->dir, name);
    int rc = util_write_file(path, bytes, size, e);
    free(path);
    return rc;
}

static size_t whole_pages(size_t n)
{
    return n ? (n + 4095) / 4096 * 4096 : 4096;
}

/* The call as files, with its outputs poisoned again. */
static int write_call(struct ncu *n, struct case_memory *b, struct proc *p, struct err *e)
{
    static const char zero[PROTO_PAGE];
    case_memory_go(b, p);
    proc_go(p)->batch = 1;
    return write_page(n, "go", proc_go(p), PROTO_PAGE, e) || write_page(n, "done", zero, PROTO_PAGE, e) ||
           write_page(n, "in", proc_in(p), whole_pages(b->in_size), e) ||
           write_page(n, "out", proc_out(p), whole_pages(b->out_size), e) ? -1 : 0;
}

static int collect(struct ncu *n)
{
    const char *argv[] = { n->program, "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none",
                           "--cache-control", "all", "--metrics", n->metrics, "--section", "SourceCounters", "-f", "-o",
                           "report", n->j->gpu_child, "--once", n->j->object, n->dir, NULL };
    return run_ncu(n, argv, 1, "");
}

/* A page of the report as text, through a file: it may be longer than a pipe's share. You own the storage. */
static char *page(struct ncu *n, const char *name, const char *option, const char *value, struct err *e)
{
    const char *argv[] = { n->program, "--import", "report.ncu-rep", "--csv", "--print-units", "base", "--page", name,
                           option, value, "--log-file", "page.csv", NULL };
    char *path = util_path("%s/page.csv", n->dir), *text = NULL;
    unlink(path);
    if (run_ncu(n, argv, 0, "its report: "))
        text = util_read_file(path, CSV_MAX, e);
    free(path);
    return text;
}

static void add_counters(struct ncu *n, const struct case_memory *b)
{
    struct err e = { "" };
    const char *name;
    json_t *v;
    char *text = page(n, "raw", "--metrics", n->metrics, &e);
    json_t *m = text ? ncu_raw(text, &e) : NULL, *counters = m ? ncu_counters(m) : NULL;
    json_object_foreach(counters, name, v)
        job_count(n->j, b, name, json_number_value(v), "ncu");
    if (*e.text)
        job_skip(n->j, "ncu", e.text);
    json_decref(counters);
    json_decref(m);
    free(text);
}

static void add_lines(struct ncu *n, const struct case_memory *b)
{
    struct err e = { "" };
    size_t k;
    json_t *row;
    char *text = page(n, "source", "--print-source", "cuda,sass", &e);
    json_t *rows = text ? ncu_lines(text, &e) : NULL;
    json_array_foreach(rows, k, row)
        if (json_object_get(n->j->files, util_str(row, "file", ""))) {
            json_object_set_new(row, "case", json_string(b->case_id));
            json_object_set_new(row, "call", json_string(b->call_name));
            json_object_set_new(row, "source", json_string("ncu"));
            json_array_append(job_list(n->j, "lines"), row);
        }
    if (*e.text)
        job_skip(n->j, "ncu", e.text);
    json_decref(rows);
    free(text);
}

/* ---- CUPTI ------------------------------------------------------------------------------------------------- */

static char *find_cupti(void)
{
    static const char *const place[] = { "%s/lib64/libcupti.so", "%s/extras/CUPTI/lib64/libcupti.so", NULL };
    char *nvcc = build_nvcc(), *home = home_of(nvcc), *path = NULL;
    for (int k = 0; home && place[k] && !path; k++) {
        path = util_path(place[k], home);
        if (access(path, R_OK)) {
            free(path);
            path = NULL;
        }
    }
    free(nvcc);
    free(home);
    return path ? path : newest("/usr/lib/x86_64-linux-gnu/libcupti.so*");
}

/* "name value" a line; what is no number is left out. */
static json_t *read_counts(char *text)
{
    json_t *m = json_object();
    char *save = NULL, *end;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *value = strchr(line, ' ');
        double v = value ? strtod(value, &end) : 0;
        if (!value || *end || !isfinite(v))
            continue;
        *value = 0;
        json_object_set_new(m, line, json_real(v));
    }
    return m;
}

/* The range that CUPTI counts is longer than the kernel, and what the flush left dirty is written back in it. */
static int of_the_range(const char *name)
{
    return !strcmp(name, "cycles") || !strcmp(name, "time_us") || !strcmp(name, "dram_st_B");
}

static void add_counts(struct ncu *n, const struct case_memory *b, const char *source)
{
    const char *name;
    json_t *v;
    char *path = util_path("%s/counts", n->dir), *text = util_read_file(path, CSV_MAX, NULL);
    json_t *m = text ? read_counts(text) : json_object(), *counters = ncu_counters(m);
    json_object_foreach(counters, name, v)
        if (!of_the_range(name))
            job_count(n->j, b, name, json_number_value(v), source);
    json_decref(counters);
    json_decref(m);
    free(text);
    free(path);
}

static void count_by_cupti(struct ncu *n, const struct case_memory *b)
{
    char msg[512], whole[700];
    const char *argv[] = { n->j->gpu_child, "--count", n->j->object, n->dir, n->cupti, NULL };
    struct box box = ncu_box(n, 1);
    struct spawn_result s = spawn_wait(argv, &box, NULL, NCU_S);
    if (s.end == SPAWN_EXIT && !s.code) {
        add_counts(n, b, "cupti");
    } else {
        if (!ncu_refusal(text_str(&s.output), msg, sizeof msg))
            snprintf(msg, sizeof msg, "%.*s", (int)strcspn(text_str(&s.output), "\n"), text_str(&s.output));
        char *clean = util_clean(msg, strlen(msg), 0);
        snprintf(whole, sizeof whole, "CUPTI: %.600s", clean);
        job_skip(n->j, "cupti", whole);
        n->refused = 1;
        free(clean);
    }
    text_finish(&s.output);
}

/* ---- events ------------------------------------------------------------------------------------------------ */

/* Right, and how long between two events: 1; 0 with `msg`; -1 our own fault. */
static int time_call(struct job *j, struct case_memory *b, struct proc *p, double *median, char *msg, size_t n,
                     struct err *e)
{
    struct case_end end;
    double t[TRIALS];
    struct case_run run = { .p = p, .limit_s = j->lab.wall_s, .keep = 1, .batch = 1, .sample = 4096 };
    for (int k = 0; k < WARM + TRIALS; k++) {
        run.unjudged = k + 1 < WARM + TRIALS;
        if (case_run(j, b, &run, &end, e))
            return -1;
        if (end.how == CASE_BROKE) {
            snprintf(msg, n, "%s", proc_why(p));
            return 0;
        }
        if (j->on->broke(j, p, j->object, msg, n))
            return 0;
        if (k >= WARM)
            t[k - WARM] = proc_done(p)->event_s;
    }
    snprintf(msg, n, "The results are wrong at this size: %.300s", end.v.message);
    *median = stats_median(t, TRIALS);
    return end.v.pass;
}

/* ---- one call of one case ---------------------------------------------------------------------------------- */

static int profile_call(struct ncu *n, struct case_memory *b, struct proc *p, struct err *e)
{
    char msg[400], whole[600];
    double t = 0;
    int got = time_call(n->j, b, p, &t, msg, sizeof msg, e);
    if (got < 0)
        return -1;
    if (!got) {
        snprintf(whole, sizeof whole, "%s, case %s: %s", b->call_name, b->case_id, msg);
        job_skip(n->j, "profile", whole);
        return 0;
    }
    job_count(n->j, b, "event_us", t * 1e6, "events");
    if ((!n->program && !n->cupti) || n->refused)
        return 0;
    if (write_call(n, b, p, e) || (n->cupti && write_page(n, "metrics", n->metrics, strlen(n->metrics) + 1, e)))
        return -1;
    if (n->cupti) {
        count_by_cupti(n, b);
    } else if (collect(n)) {
        add_counters(n, b);
        add_lines(n, b);
    }
    return 0;
}

static int profile_one(struct ncu *n, const struct lab_run *run, struct err *e)
{
    struct case_memory b;
    struct proc *p = NULL;
    enum proc_state why;
    if (case_memory_make(n->j, run, &b, e))
        return -1;
    int rc = 0;
    struct child c = child_of(n->j, &b, n->j->object);
    if (child_start(n->j, &c, &p, &why, e)) {
        rc = why == PROC_OURS ? -1 : 0;
        if (!rc)
            job_skip(n->j, "profile", e->text);
    } else if (!(rc = case_memory_fill(n->j, &b, proc_in(p), job_count_seed(n->j, b.run), 0, e))) {
        rc = profile_call(n, &b, p, e);
    }
    proc_finish(p);
    case_memory_finish(&b);
    return rc;
}

int gpu_profile(struct job *j, struct err *e)
{
    char *dir = util_path("%s/ncu", j->build.dir);
    struct ncu n = { .j = j, .program = find_ncu(), .dir = dir, .metrics = ncu_metrics() };
    n.home = home_of(n.program);
    n.cupti = n.program && !profile_named(j, "cupti") ? NULL : find_cupti();
    double t0 = util_now();
    job_phase("profile", "start", 0);
    int rc = util_mkdirs(n.dir, e);
    if (!rc && !n.program && !n.cupti)
        job_skip(j, "ncu",
                 "Neither Nsight Compute nor CUPTI was found: there are events and what ptxas says, and no hardware "
                 "counters. Install Nsight Compute (apt install nsight-compute, from NVIDIA's repository).");
    for (const struct lab_run *run = NULL; !rc && (run = lab_next(&j->lab, run));)
        if (run->of->gate)
            rc = profile_one(&n, run, e);
    free(n.program);
    free(n.home);
    free(n.cupti);
    free(n.dir);
    free(n.metrics);
    job_phase("profile", "done", (util_now() - t0) * 1e3);
    return rc;
}
