/*
 * ridge-exec: does one job. Reads it as JSON from standard input, writes events and at last the raw
 * report as JSON lines to standard output. It holds the expected values and the clock; it knows nothing
 * of Lua, SQLite or screens, and needs only libc, so that it can be copied to another machine.
 *
 * Job: {"lab":{…resolved lab…},"root":"…","cache":"…","impl":"learner","backend":"cpu","cc":"gcc",
 *       "files":{"sgemm.c":"…"},"phases":["correct","sanitize","profile","perf"],"seed":1,"trusted":false,
 *       "level":"L2"}
 * Backend "auto" is the lab's first; of a lab for the emulator and for GPUs both, one after the other into one report,
 * where a GPU is here that can run the lab's code: its "backend" is then "simt", its "backends" ["simt","cuda"].
 * Exit: 0 a report was written; 2 the job makes no sense; 9 our own fault; 130 interrupted.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "runner/box/box_layout.h"
#include "runner/box/box_level.h"
#include "runner/box/children.h"
#include "runner/base/fault.h"
#include "backend.h"
#include "job.h"
#include "phases.h"
#include "profile.h"
#include "runner/base/programs.h"
#include "runner/box/spawn.h"
#include "runner/base/memory.h"
#include "runner/base/words.h"
#include "runner/base/js.h"

#define RUN_PREFIX "ridge-run-"

static char run_dir[PATH_MAX];
static char *headers; /* what each compiler reads */

/* Cancelled: children and compilers die with their groups, and rm takes our place: of all the ways to
 * remove a directory, exec alone may be called here. */
static void on_signal(int sig)
{
    (void)sig;
    children_kill_all();
    if (run_dir[0])
        execl("/bin/rm", "rm", "-rf", "--", run_dir, (char *)NULL);
    _exit(CODE_INTERRUPTED);
}

static int wants(const struct job *j, const char *phase)
{
    const json_t *list = json_object_get(j->in, "phases");
    return !list || util_lists(list, phase);
}

static void machine_facts(struct job *j)
{
    char cpu[128];
    struct utsname u;
    util_cpu(cpu, sizeof cpu);
    uname(&u);
    struct box_level box;
    char level[4];
    box_level(j->on->gpu, &box);
    snprintf(level, sizeof level, "L%d", box.level);
    json_object_set_new(j->report, "machine",
                        json_pack("{s:o s:s s:i s:s+++ s:i s:s s:o s:s}", "cpu", job_text(cpu), "isa", build_isa(),
                                  "cores", (int)sysconf(_SC_NPROCESSORS_ONLN), "os", u.sysname, " ", u.release, "",
                                  "landlock", box_landlock_abi(), "sandbox", level, "sandbox_why", job_text(box.why),
                                  "box", j->on->gpu ? "native" : box_name()));
}

static int refuse_box(struct job *j, char *said)
{
    json_object_set_new(j->report, "error",
                        json_pack("{s:s s:i s:o}", "status", "ERROR", "code", CODE_CONFIG, "message", job_text(said)));
    free(said);
    return 0;
}

/* A course may demand a box of so much strength, or of that kind: without it nothing is built or run. */
static int level_suffices(struct job *j)
{
    struct box_level box;
    struct err unmet;
    if (box_unmet(&unmet))
        return refuse_box(j, util_path("%s.", unmet.text));
    if (!*j->level)
        return 1;
    box_level(j->on->gpu, &box);
    int least = box_level_parse(j->level);
    if (least >= 0 && box.level >= least)
        return 1;
    char *said = least < 0 ? util_path("RIDGE_LEVEL is \"%.16s\": L0, L1, L2 or L3 are levels", j->level)
                           : util_path("The sandbox of this machine is L%d, and %s is demanded: %s. A lower --level "
                                       "runs the submission.",
                                       box.level, j->level, box.why);
    return refuse_box(j, said);
}

static int built(const struct job *j)
{
    return json_is_true(json_object_get(json_object_get(j->report, "build"), "ok"));
}

/* A phase that no run has unless it is named. */
static int asked(const struct job *j, const char *phase)
{
    return json_object_get(j->in, "phases") && wants(j, phase);
}

/* Hardware counters cost seconds a call: they are for who asked for a profile and no times. Gates are the
 * emulator's. */
static int profile(struct job *j, struct err *e)
{
    if (j->on->gpu && !j->until && !wants(j, "perf") && gpu_profile(j, e))
        return -1;
    return j->counts->profile ? j->counts->profile(j, e) : 0;
}

/* By where it lies, not by what its manifest says. */
static int is_of_ridge(const struct job *j, const char *kernels)
{
    char *own = util_path("%s/kernels", j->build.root), *real = realpath(kernels, NULL), *root = realpath(own, NULL);
    int is = real && root && layout_is_under(real, root);
    free(root);
    free(real);
    free(own);
    return is;
}

/* Opens the oracle, which may read the files that it includes and tables beside them. */
static int open_oracle(struct job *j, struct err *e)
{
    char *so = build_oracle(&j->build, e);
    char *kernels = util_below(j->build.root, j->lab.kernels);
    char *lab = util_below(j->build.root, j->lab.dir);
    char *model = util_path("%s/kernels/microlm", j->build.root);
    struct oracle_spec spec = { .so = so, .dirs = { kernels, lab, model }, .own = is_of_ridge(j, kernels) };
    j->oracle = so ? oracle_open(&spec, e) : NULL;
    free(model);
    free(lab);
    free(kernels);
    free(so);
    return j->oracle ? 0 : -1;
}

/* Later phases need a right answer: a fast wrong one is worth nothing. */
static int run_phases(struct job *j, struct err *e)
{
    if (phase_build(j, e))
        return -1;
    if (!built(j))
        return 0;
    if (asked(j, "serve"))
        return phase_serve(j, e);
    if (open_oracle(j, e))
        return -1;
    if (!strcmp(j->impl, "fakes"))
        return phase_fakes(j, e);
    if (asked(j, "asm") && phase_asm(j, e))
        return -1;
    if (wants(j, "correct") && phase_correct(j, e))
        return -1;
    /* a sanitizer finds the line of a crash; a run that never ends it only makes longer */
    double code = js_number_or(json_object_get(j->report, "error"), "code", 0);
    if (code == CODE_LIMIT || code == CODE_SUSPICIOUS)
        return 0;
    if (wants(j, "sanitize") && j->counts->sanitize && j->counts->sanitize(j, e))
        return -1;
    if (j->correct && wants(j, "profile") && profile(j, e))
        return -1;
    if (j->correct && wants(j, "perf") && phase_perf(j, e))
        return -1;
    return 0;
}

/* ---- the GPU after the emulator ------------------------------------------------------------------------- */

/* Is there a GPU that this job's submission may run on? What keeps one that is here from it is said. */
static int usable_gpu(struct job *j)
{
    struct box_level box;
    struct err e = { "" };
    char *nvcc = NULL, *why = NULL;
    if (!backend_cuda_find(j))
        return 0;
    box_level(1, &box);
    if (*j->level && box.level < box_level_parse(j->level))
        why = util_path("The sandbox of runs on a GPU is L%d on this machine, and %s is demanded. A lower --level "
                        "runs them.",
                        box.level, j->level);
    else if (!(nvcc = build_nvcc()))
        why = util_path(
            "This machine has a GPU and no nvcc: install the CUDA toolkit (12 or later), or set CUDA_HOME to its "
            "directory.");
    else if (!backend_cuda_fits(j, &e))
        why = util_path("%s", e.text);
    if (why)
        job_skip(j, "GPU", why);
    free(nvcc);
    free(why);
    return !why;
}

static void to_gpu(struct job *j)
{
    json_t *gpu = json_incref(json_object_get(json_object_get(j->report, "machine"), "gpu"));
    j->on = &backend_cuda;
    j->backend = j->on->name;
    j->on_gpu = 1;
    job_phases_are(" (GPU)");
    machine_facts(j); /* the walls of both are those of the weaker */
    json_t *machine = json_object_get(j->report, "machine");
    json_object_set_new(machine, "gpu", gpu);
    json_object_set_new(machine, "box", json_string(box_name()));
    json_object_set_new(j->report, "backends", json_pack("[s, s]", "simt", "cuda"));
    free(j->object);
    j->object = NULL;
}

/* The report's build stays the emulator's, which its milestones are of: what nvcc refuses is the limits' and the
 * times'. */
static int build_for_gpu(struct job *j, struct err *e)
{
    json_t *emulated = json_incref(json_object_get(j->report, "build"));
    int rc = phase_build(j, e);
    json_t *mine = json_object_get(j->report, "build");
    if (!rc && !built(j)) {
        job_refuse(j, "limits", "The source does not compile with nvcc", util_str(mine, "log", ""));
        job_refuse(j, "perf", "The source does not compile with nvcc", util_str(mine, "log", ""));
        rc = 1;
    }
    json_object_set_new(j->report, "build_gpu", json_incref(mine));
    json_object_set_new(j->report, "build", emulated);
    return rc;
}

/* After the emulator's phases those that a GPU alone has something to say of, into the same report. */
static int run_on_gpu(struct job *j, struct err *e)
{
    if (!built(j) || !j->correct || json_object_get(j->report, "error") || !usable_gpu(j))
        return 0;
    to_gpu(j);
    int rc = build_for_gpu(j, e);
    if (rc)
        return rc < 0 ? -1 : 0;
    if (wants(j, "correct") && phase_correct(j, e))
        return -1;
    if (j->correct && wants(j, "profile") && !wants(j, "perf") && gpu_profile(j, e))
        return -1;
    return j->correct && wants(j, "perf") ? phase_perf(j, e) : 0;
}

/* "auto": what there is of a lab's backends on this machine. */
static void choose_backend(struct job *j)
{
    if (strcmp(j->backend, "auto"))
        return;
    j->both = lab_lists(&j->lab, "simt") && lab_lists(&j->lab, "cuda");
    const char *first = json_string_value(json_array_get(j->lab.backends, 0));
    j->backend = j->both ? "simt" : first ? first : "cpu";
    json_object_set_new(j->report, "backend", json_string(j->backend));
}

static void find_backend(struct job *j)
{
    static const struct backend *const all[] = { &backend_cpu, &backend_simt, &backend_cuda, &backend_ranks };
    choose_backend(j);
    j->on = j->plain = &backend_cpu;
    j->emulator = &backend_simt;
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        if (!strcmp(j->backend, all[k]->name))
            j->on = all[k];
    /* the emulator tells of races and sectors of what a GPU runs; messages between ranks are their own to count */
    j->counts = lab_lists(&j->lab, "simt") && !j->on->verdict ? j->emulator : j->on;
}

static const char *temp_dir(void)
{
    const char *tmp = getenv("TMPDIR");
    return tmp && *tmp ? tmp : "/tmp";
}

static int is_ours(uid_t uid)
{
    return uid == geteuid() || (!geteuid() && uid >= BOX_FIRST_UID && uid < BOX_FIRST_UID + BOX_UIDS);
}

/* A run that was killed outright leaves its directory behind, unlocked: the next one clears it away. */
static void sweep(void)
{
    struct dirent *f;
    struct stat st;
    DIR *d = opendir(temp_dir());
    for (int seen = 0; d && (f = readdir(d)) && seen < 4096; seen++) {
        if (strncmp(f->d_name, RUN_PREFIX, strlen(RUN_PREFIX)))
            continue;
        int fd = openat(dirfd(d), f->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0)
            continue;
        /* a fresh one may be between mkdtemp() and its lock */
        if (!fstat(fd, &st) && is_ours(st.st_uid) && time(NULL) - st.st_mtime > 10 && !flock(fd, LOCK_EX | LOCK_NB)) {
            char *path = util_path("%s/%s", temp_dir(), f->d_name);
            util_remove_tree(path);
            free(path);
        }
        close(fd);
    }
    if (d)
        closedir(d);
}

/* Compilers run elsewhere: the path of this run's directory is absolute, whatever TMPDIR says. */
static int make_run_dir(struct err *e)
{
    char base[PATH_MAX];
    const char *tmp = temp_dir();
    sweep();
    if (!realpath(tmp, base) || strlen(base) + 32 > sizeof run_dir)
        return err_set(e, "%s: %s. TMPDIR has to name a directory that can be written.", tmp, strerror(errno));
    struct statvfs v;
    if (!statvfs(base, &v) && v.f_flag & ST_NOEXEC)
        return err_set(e, "No program in %s may be executed (noexec). Name another place with TMPDIR.", base);
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%sXXXXXX", base, RUN_PREFIX);
    sigset_t before;
    children_hold(&before); /* a directory that is made is known to on_signal() */
    int made = mkdtemp(path) != NULL, why = errno;
    if (made)
        snprintf(run_dir, sizeof run_dir, "%.*s", (int)sizeof run_dir - 1, path);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (!made)
        return err_set(e, "%s: %s. Free some space there, or name another place with TMPDIR.", base, strerror(why));
    int fd = open(run_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0)
        flock(fd, LOCK_EX | LOCK_NB); /* held, with its descriptor, until we end */
    return 0;
}

/* As root: boxes have a uid of their own, and pass through these directories to files whose names they know. */
static void open_cache(const char *path)
{
    struct dirent *f;
    char *emulator = util_path("%s/simt", path);
    util_mkdirs(emulator, NULL);
    chmod(path, 0711);
    chmod(emulator, 0711);
    DIR *d = opendir(emulator);
    while (d && (f = readdir(d)))
        if (!strncmp(f->d_name, "pch-", 4))
            fchmodat(dirfd(d), f->d_name, 0711, 0);
    if (d)
        closedir(d);
    free(emulator);
}

/* The cache of the job, or one of this run's own: a read-only home costs time, not the run. */
static char *cache_dir(const json_t *in)
{
    const char *cache = util_str(in, "cache", NULL);
    char *path = cache && !util_mkdirs(cache, NULL) && !access(cache, W_OK) ? realpath(cache, NULL) : NULL;
    if (!path) {
        path = util_path("%s/cache", run_dir);
        util_mkdirs(path, NULL);
    }
    if (!geteuid())
        open_cache(path);
    return path;
}

static int set_up(struct job *j, struct err *e)
{
    j->child = programs_find("ridge-child");
    j->gpu_child = programs_find("ridge-gpu");
    j->ranks_child = programs_find("ridge-ranks");
    j->wall_child = programs_find(strcmp(j->runtime, "nccl") ? "ridge-mpi" : "ridge-nccl");
    if (make_run_dir(e))
        return -1;
    const char *root = util_str(j->in, "root", ".");
    j->build = (struct build){ .lab = j->lab.source, .root = realpath(root, NULL), .cache = cache_dir(j->in),
                               .dir = run_dir, .cc = util_str(j->in, "cc", "gcc"),
                               .trusted = json_is_true(json_object_get(j->in, "trusted")),
                               .light = json_is_true(json_object_get(j->in, "light")),
                               .measured = wants(j, "profile") || wants(j, "perf") };
    if (!j->build.root)
        return err_set(e, "%s: %s", root, strerror(errno));
    headers = util_path("%s/runner/include", j->build.root);
    box_level_needs(headers);
    const json_t *seed = json_object_get(j->in, "seed");
    j->seed = json_is_integer(seed) ? (uint64_t)json_integer_value(seed) : 1;
    return util_random(&j->secret, sizeof j->secret) ? err_set(e, "The kernel gives no random numbers.") : 0;
}

static void prepare_process(void)
{
    struct sigaction sa = { .sa_handler = on_signal };
    sigaction(SIGTERM, &sa, NULL);
    sigaction(SIGINT, &sa, NULL);
    sigaction(SIGHUP, &sa, NULL);
    signal(SIGPIPE, SIG_IGN);
    umask(022); /* boxes may have a uid of their own */
    signal(SIGXFSZ, SIG_IGN); /* a full disk is an error to report, not an end */
    children_adopt();
#ifndef __SANITIZE_ADDRESS__
    /* the expected values are in this memory: /proc/PID/mem and ptrace stay shut where Landlock is missing */
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

static void job_finish(struct job *j)
{
    oracle_close(j->oracle);
    children_kill_all(); /* nobody is left but what a child of ours may have left */
    if (run_dir[0])
        util_remove_tree(run_dir);
    free((char *)j->build.cache);
    free((char *)j->build.root);
    free(j->child);
    free(j->gpu_child);
    free(j->ranks_child);
    free(j->wall_child);
    free(j->object);
    free(j->traced);
    free(j->resting.object);
    free(j->resting.traced);
    free(headers);
    lab_close(&j->lab);
}

/* What was asked for cannot be had here: that is no fault of ours. */
static int refused(struct job *j, const struct err *e)
{
    json_object_set_new(j->report, "error",
                        json_pack("{s:s s:i s:o}", "status", "ERROR", "code", CODE_USAGE, "message",
                                  job_text(e->text)));
    return 0;
}

int main(void)
{
    memory_must();
    struct err e = { "" };
    json_error_t je;
    double t0 = util_now();
    prepare_process();
    if (sodium_init() < 0)
        return CODE_OURS;
    json_t *in = json_loadf(stdin, 0, &je);
    const json_t *lab = json_object_get(in, "lab");
    struct job j = { .in = in,
                     .impl = util_str(in, "impl", "learner"),
                     .backend = util_str(in, "backend", "cpu"),
                     .files = json_object_get(in, "files"),
                     .runtime = util_str(in, "runtime", "inproc"),
                     .until = util_str(in, "until", NULL),
                     .draw = util_str(in, "draw", NULL),
                     .level = util_str(in, "level", ""),
                     .bench_s = js_number_or(in, "bench_s", INFINITY) };
    if (!json_is_object(lab) || !json_is_object(j.files)) {
        fprintf(stderr, "ridge-exec: the job on standard input is not one: %s\n", in ? "no lab or files" : je.text);
        json_decref(in);
        return CODE_USAGE;
    }
    j.report = json_pack("{s:s s:s s:s s:s}", "schema", "ridge.raw/1", "lab", util_str(lab, "id", ""), "backend",
                         j.backend, "impl", j.impl);
    box_choose(util_str(in, "box", "native"));
    int rc = lab_open(lab, &j.lab, &e);
    if (!rc) {
        lab_narrow(&j.lab, json_object_get(in, "gates"));
        find_backend(&j);
        rc = set_up(&j, &e);
    }
    if (!rc) {
        machine_facts(&j);
        if (j.on->ready && !j.on->ready(&j, &e))
            job_skip(&j, "correct", e.text);
        else
            rc = backend_runtime(&j, &e) ? refused(&j, &e) : level_suffices(&j) ? run_phases(&j, &e) : 0;
        if (!rc && j.both)
            rc = run_on_gpu(&j, &e);
    }
    if (rc)
        fault_note(FAULT_OURS, "%s", e.text);
    if (fault_code())
        json_object_set_new(
            j.report, "error",
            json_pack("{s:s s:i s:o}", "status", "ERROR", "code", fault_code(), "message", job_text(fault_text())));
    json_object_set_new(j.report, "duration_ms", json_real((util_now() - t0) * 1e3));
    rc = job_event(json_pack("{s:s s:o}", "event", "report", "report", j.report));
    job_finish(&j);
    json_decref(in);
    return rc ? CODE_OURS : CODE_OK;
}
