/* runner.c: writes the job, starts ridge-exec and reads its events as they come. */
#define _GNU_SOURCE
#include "runner.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/build/build.h"
#include "runner/base/util.h"

enum { LINE_MAX_BYTES = 64 << 20, FILE_MAX = 4 << 20 };
enum { CANCEL_S = 4 }; /* on a busy machine its children may take two of them to die, and then it removes its files */

struct runner {
    pid_t pid;
    int out, errfd, ended, cancelled;
    double cancel_at;
    struct text line, complaint;
    json_t *report;
    char failure[512];
};

static int add_file(json_t *files, const char *dir, const char *name, struct err *e)
{
    char *path = util_path("%s/%s", dir, name), *s = util_read_file(path, FILE_MAX, e);
    int rc = -1;
    if (s && strlen(s) && json_object_set_new(files, name, json_string(s))) {
        err_set(e, "%s is not UTF-8 text, and a source file has to be.", path);
    } else if (s) {
        if (!*s)
            json_object_set_new(files, name, json_string(""));
        rc = 0;
    }
    free(s);
    free(path);
    return rc;
}

static int add_edit_files(json_t *files, const json_t *lab, const char *dir, struct err *e)
{
    size_t k;
    const json_t *name;
    json_array_foreach(json_object_get(lab, "edit"), k, name)
        if (add_file(files, dir, json_string_value(name), e))
            return -1;
    return 0;
}

static int add_mutant(json_t *files, const json_t *lab, const char *name, struct err *e)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(lab, "mutants"), k, m)
        if (!strcmp(util_str(m, "name", ""), name))
            return json_object_update(files, json_object_get(m, "files"));
    err_set(e, "The lab %s has no mutant named %s.", util_str(lab, "id", ""), name);
    return -1;
}

/* "reference" is a role, the others are rungs of the ladder by their file's name. */
static int ladder_file(const json_t *lab, const char *impl, char *ret, size_t n)
{
    size_t k;
    const json_t *f;
    if (!strcmp(impl, "reference") || !strcmp(impl, "fakes")) {
        snprintf(ret, n, "%s", util_str(lab, "reference", ""));
        return *ret ? 0 : -1;
    }
    json_array_foreach(json_object_get(lab, "ladder"), k, f) {
        const char *name = json_string_value(f);
        size_t len = strcspn(name, ".");
        if (len == strlen(impl) && !strncmp(name, impl, len)) {
            snprintf(ret, n, "%s", name);
            return 0;
        }
    }
    return -1;
}

int runner_has_no_sources(const json_t *lab, const char *root)
{
    char *dir = util_below(root, util_str(lab, "kernels", ""));
    char *path = util_path("%s/" BUILD_ORACLE BUILD_GIVEN, dir);
    int none = !access(path, F_OK);
    free(path);
    free(dir);
    return none;
}

json_t *runner_files(const json_t *lab, const char *root, const char *work, const char *impl, int *trusted,
                     struct err *e)
{
    json_t *files = json_object();
    char *dir, name[128];
    int rc;
    *trusted = 0;
    if (!strcmp(impl, "learner")) {
        dir = util_path("%s", work);
        rc = add_edit_files(files, lab, dir, e);
        if (rc) {
            const char *id = util_str(lab, "id", "");
            struct err why = *e;
            if (access(dir, F_OK))
                err_set(e, "You have not started %s. `ridge start %s` lays out its files.", id, id);
            else
                err_set(e, "%s `ridge start %s` lays out the missing file and leaves the others "
                           "alone.", why.text, id);
        }
    } else if (!strcmp(impl, "skeleton")) {
        char *lab_dir = util_below(root, util_str(lab, "dir", ""));
        dir = util_path("%s/skeleton", lab_dir);
        free(lab_dir);
        rc = add_edit_files(files, lab, dir, e);
    } else if (!strncmp(impl, "mutant:", 7)) {
        dir = NULL;
        *trusted = 1; /* made from the reference, which may include its neighbours */
        rc = add_mutant(files, lab, impl + 7, e);
    } else if (!ladder_file(lab, impl, name, sizeof name)) {
        dir = util_below(root, util_str(lab, "kernels", ""));
        *trusted = 1;
        rc = runner_has_no_sources(lab, root)
                 ? err_set(e, "%s is here in its student edition, which has no solutions: references and oracle are "
                              "objects. Ask your instructor.", util_str(lab, "id", ""))
                 : add_file(files, dir, name, e);
    } else {
        dir = NULL;
        rc = err_set(e, "There is no implementation \"%s\". --impl takes learner, skeleton, reference, mutant:NAME, "
                        "or a rung of the ladder.", impl);
    }
    free(dir);
    if (rc) {
        json_decref(files);
        return NULL;
    }
    return files;
}

static json_t *job_of(const struct runner_request *q)
{
    json_t *j = json_pack("{s:O s:s s:s s:s s:s s:s s:O s:b}", "lab", q->lab, "root", q->root, "cache", q->cache,
                          "impl", q->impl, "backend", q->backend, "cc", q->cc ? q->cc : "gcc", "files", q->files,
                          "trusted", q->trusted);
    if (j && q->versus)
        json_object_set_new(
            j, "versus",
            json_pack("{s:s s:O s:b}", "name", q->versus, "files", q->versus_files, "trusted", q->versus_trusted));
    if (j && q->runtime)
        json_object_set_new(j, "runtime", json_string(q->runtime));
    if (j && q->bench_s > 0)
        json_object_set_new(j, "bench_s", json_real(q->bench_s));
    if (j && q->level)
        json_object_set_new(j, "level", json_string(q->level));
    if (j && q->box)
        json_object_set_new(j, "box", json_string(q->box));
    if (j && q->draw)
        json_object_set_new(j, "draw", json_string(q->draw));
    if (j && q->until)
        json_object_set_new(j, "until", json_string(q->until));
    if (j && q->light)
        json_object_set_new(j, "light", json_true());
    if (j && q->gates)
        json_object_set(j, "gates", (json_t *)(size_t)q->gates);
    if (j && q->card)
        json_object_set(j, "card", (json_t *)(size_t)q->card);
    if (j && q->serve)
        json_object_set(j, "serve", (json_t *)(size_t)q->serve);
    if (j && q->seed)
        json_object_set_new(j, "seed", json_integer(q->seed));
    if (j && q->phases) {
        json_t *a = json_array();
        for (size_t k = 0; q->phases[k]; k++)
            json_array_append_new(a, json_string(q->phases[k]));
        json_object_set_new(j, "phases", a);
    }
    return j;
}

/* The job goes in as a file without a name: it may be larger than a pipe holds. */
static int job_fd(const struct runner_request *q, struct err *e)
{
    json_t *j = job_of(q);
    if (!j) {
        err_set(e, "The run cannot be started: a path of it is not UTF-8 (%s).", q->root);
        return -1;
    }
    char *text = json_dumps(j, JSON_COMPACT); /* json_dumpfd() writes each token by itself: thousands of calls */
    size_t n = text ? strlen(text) : 0;
    int fd = memfd_create("job", MFD_CLOEXEC);
    int rc = fd < 0 || !text || write(fd, text, n) != (ssize_t)n || lseek(fd, 0, SEEK_SET) ? -1 : 0;
    free(text);
    json_decref(j);
    if (!rc)
        return fd;
    err_set(e, "The run cannot be started: there is no memory for the job (%s).", strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

/* The job's ends: its stdin and the two pipes. [0] of the pipes stays with us. */
struct ends {
    int in, out[2], complain[2];
};

static void shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void ends_close(struct ends *x)
{
    shut(&x->in);
    for (int k = 0; k < 2; k++) {
        shut(&x->out[k]);
        shut(&x->complain[k]);
    }
}

/* Started with a closed stdin or stdout, a pipe of ours would take its number. */
static void hold_stdio(void)
{
    int fd;
    while ((fd = open("/dev/null", O_RDWR)) >= 0 && fd <= 2)
        ;
    shut(&fd);
}

static int ends_open(struct ends *x, const struct runner_request *q, struct err *e)
{
    *x = (struct ends){ -1, { -1, -1 }, { -1, -1 } };
    hold_stdio();
    x->in = job_fd(q, e);
    if (x->in < 0)
        return -1;
    if (!pipe2(x->out, O_CLOEXEC) && !pipe2(x->complain, O_CLOEXEC))
        return 0;
    err_set(e, "The run cannot be started: %s", strerror(errno));
    ends_close(x);
    return -1;
}

static void become_job(const struct runner_request *q, const struct ends *x, pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(130);
    dup2(x->in, 0);
    dup2(x->out[1], 1);
    dup2(x->complain[1], 2);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execl(q->program, q->program, (char *)NULL);
    dprintf(2, "%s: %s. Build or install Ridge again: its parts belong together.", q->program, strerror(errno));
    _exit(127);
}

struct runner *runner_start(const struct runner_request *q, struct err *e)
{
    struct ends x;
    if (ends_open(&x, q, e))
        return NULL;
    struct runner *r = calloc(1, sizeof *r);
    pid_t parent = getpid(), pid = r ? fork() : -1;
    if (pid == 0)
        become_job(q, &x, parent);
    if (pid < 0) {
        err_set(e, "No process for the run could be started: %s", strerror(errno));
        ends_close(&x);
        free(r);
        return NULL;
    }
    setpgid(pid, pid);
    *r = (struct runner){ .pid = pid, .out = x.out[0], .errfd = x.complain[0],
                          .line = { .cap = LINE_MAX_BYTES }, .complaint = { .cap = 4096 } };
    x.out[0] = x.complain[0] = -1;
    ends_close(&x);
    fcntl(r->out, F_SETFL, O_NONBLOCK);
    fcntl(r->errfd, F_SETFL, O_NONBLOCK);
    return r;
}

int runner_gpu(void)
{
    char *nvcc = build_nvcc();
    int there = nvcc && (!access("/dev/nvidia0", F_OK) || !access("/dev/dxg", F_OK));
    free(nvcc);
    return there;
}

int runner_fd(const struct runner *r)
{
    return r->out;
}

static void one_line(struct runner *r, const char *s, size_t n, void (*on_event)(const json_t *, void *),
                     void *data)
{
    json_t *e = json_loadb(s, n, 0, NULL);
    if (!e)
        return;
    if (!strcmp(util_str(e, "event", ""), "report") && !r->report)
        r->report = json_incref(json_object_get(e, "report"));
    if (on_event)
        on_event(e, data);
    json_decref(e);
}

static void lines(struct runner *r, void (*on_event)(const json_t *, void *), void *data)
{
    size_t done = 0;
    for (char *nl; r->line.s && (nl = memchr(r->line.s + done, '\n', r->line.len - done));) {
        size_t end = (size_t)(nl - r->line.s);
        one_line(r, r->line.s + done, end - done, on_event, data);
        done = end + 1;
    }
    if (done) {
        memmove(r->line.s, r->line.s + done, r->line.len - done);
        r->line.len -= done;
    }
}

static void listen_to(struct runner *r)
{
    char buf[4096];
    ssize_t n;
    while ((n = read(r->errfd, buf, sizeof buf)) > 0)
        text_add(&r->complaint, buf, (size_t)n);
}

static void reap(struct runner *r)
{
    int st = 0;
    while (waitpid(r->pid, &st, 0) < 0 && errno == EINTR)
        ;
    kill(-r->pid, SIGKILL);
    listen_to(r); /* ridge-exec's last words may have come after its last event */
    r->ended = 1;
    if (r->cancelled)
        snprintf(r->failure, sizeof r->failure, "The run was cancelled.");
    else if (!r->report && WIFSIGNALED(st))
        snprintf(r->failure, sizeof r->failure, "The run's process died of signal %d (%s), which is Ridge's fault "
                                                "and not yours. %s",
                 WTERMSIG(st), strsignal(WTERMSIG(st)), text_str(&r->complaint));
    else if (!r->report)
        snprintf(r->failure, sizeof r->failure, "The run ended without a report (exit %d), which is Ridge's fault "
                                                "and not yours. %s",
                 WEXITSTATUS(st), text_str(&r->complaint));
}

int runner_pump(struct runner *r, void (*on_event)(const json_t *event, void *data), void *data)
{
    char buf[65536];
    ssize_t n;
    if (r->ended)
        return 0;
    listen_to(r);
    while ((n = read(r->out, buf, sizeof buf)) > 0) {
        text_add(&r->line, buf, (size_t)n);
        lines(r, on_event, data);
    }
    if (r->cancelled && util_now() > r->cancel_at + CANCEL_S)
        kill(-r->pid, SIGKILL);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return 1;
    reap(r);
    return 0;
}

void runner_wait(struct runner *r, void (*on_event)(const json_t *event, void *data), void *data,
                 volatile int *cancel)
{
    while (runner_pump(r, on_event, data)) {
        struct pollfd f = { r->out, POLLIN, 0 };
        poll(&f, 1, 100);
        if (cancel && *cancel)
            runner_cancel(r);
    }
}

void runner_cancel(struct runner *r)
{
    if (r->ended || r->cancelled)
        return;
    r->cancelled = 1;
    r->cancel_at = util_now();
    kill(r->pid, SIGTERM);
}

const json_t *runner_report(const struct runner *r)
{
    return r->cancelled ? NULL : r->report;
}

const char *runner_failure(const struct runner *r)
{
    return r->failure;
}

void runner_finish(struct runner *r)
{
    if (!r)
        return;
    if (!r->ended) {
        runner_cancel(r);
        runner_wait(r, NULL, NULL, NULL);
    }
    close(r->out);
    close(r->errfd);
    text_finish(&r->line);
    text_finish(&r->complaint);
    json_decref(r->report);
    free(r);
}
