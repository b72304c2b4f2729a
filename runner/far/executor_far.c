/* executor_far.c: what goes to another machine and what comes back, as text; that side is not believed. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/box/box_level.h"
#include "executor_internal.h"

json_t *far_phases(const struct executor_options *o)
{
    json_t *list = json_array();
    for (size_t k = 0; o->request.phases[k]; k++)
        json_array_append_new(list, json_string(o->request.phases[k]));
    return list;
}

static int is_file(const struct dirent *f)
{
    return f->d_name[0] != '.';
}

/* Names and contents of a folder's files, one after the other, onto what is in `hex`. */
static void mark_folder(const char *root, const char *dir, char hex[33])
{
    struct dirent **f = NULL;
    char *path = util_below(root, dir);
    int n = scandir(path, &f, is_file, alphasort);
    for (int k = 0; k < n; k++) {
        char *file = util_path("%s/%s", path, f[k]->d_name), *text = util_read_file(file, 16 << 20, NULL), before[33];
        memcpy(before, hex, sizeof before);
        if (text)
            util_hash(hex, before, f[k]->d_name, text, NULL);
        free(text);
        free(file);
        free(f[k]);
    }
    free(f);
    free(path);
}

void executor_mark(const json_t *lab, const char *root, char hex[33])
{
    util_hash(hex, util_str(lab, "id", ""), NULL);
    mark_folder(root, util_str(lab, "dir", "."), hex);
    mark_folder(root, util_str(lab, "kernels", "."), hex);
    mark_folder(root, "runner/include", hex);
}

static char *line_of(json_t *doc)
{
    char *text = doc ? json_dumps(doc, JSON_COMPACT) : NULL, *line = text ? util_path("%s\n", text) : NULL;
    free(text);
    json_decref(doc);
    return line;
}

char *far_job(const struct executor_options *o, const json_t *files, char nonce[FAR_NONCE])
{
    const struct runner_request *q = &o->request;
    unsigned char bytes[16];
    char mark[33];
    executor_mark(q->lab, q->root, mark);
    util_random(bytes, sizeof bytes);
    sodium_bin2hex(nonce, FAR_NONCE, bytes, sizeof bytes);
    return line_of(json_pack("{s:s s:s s:s s:O s:s s:s s:s s:O s:o s:I s:s s:s}", "schema", "ridge.job/1", "nonce",
                             nonce, "mark", mark, "lab", q->lab, "impl", q->impl, "backend", q->backend, "cc", q->cc,
                             "files", files, "phases", far_phases(o), "seed", (json_int_t)q->seed, "level", o->level,
                             "box", box_name()));
}

char *far_result(const char *nonce, const json_t *raw, const char *failure, bool unfit)
{
    char host[HOST_NAME], hash[33];
    util_host(host);
    json_t *doc = json_pack("{s:s s:s s:s s:b}", "schema", "ridge.result/1", "nonce", nonce, "host", host,
                            "unfit", unfit);
    if (raw)
        json_object_set(doc, "raw", (json_t *)(size_t)raw);
    else {
        char *clean = util_clean(failure, strlen(failure), 0);
        json_object_set_new(doc, "failure", json_string(clean));
        free(clean);
    }
    char *line = line_of(doc);
    if (!line)
        return NULL;
    util_hash(hash, line, NULL);
    char *text = util_path("%s%s\n", line, hash);
    free(line);
    return text;
}

/* The two lines of a result, whole: the document, new, or NULL. */
static json_t *open_result(const char *text, size_t n, struct err *e)
{
    const char *nl = memchr(text, '\n', n);
    size_t line = nl ? (size_t)(nl - text) + 1 : 0;
    char hash[33], *copy = nl ? strndup(text, line) : NULL;
    json_t *doc = NULL;
    if (copy)
        util_hash(hash, copy, NULL);
    if (!copy || n != line + 33 || text[n - 1] != '\n' || memcmp(text + line, hash, 32))
        err_set(e, "The result was cut short or changed on its way (%zu bytes).", n);
    else if (!(doc = json_loadb(text, line, JSON_REJECT_DUPLICATES, NULL)))
        err_set(e, "The result is no JSON.");
    free(copy);
    return doc;
}

/* "auto" is for the machine there to choose, from what the lab runs on. */
static int is_backend(const struct executor_options *o, const char *ran)
{
    const char *asked = o->request.backend;
    return strcmp(asked, "auto") ? !strcmp(ran, asked) : util_lists(json_object_get(o->request.lab, "backends"), ran);
}

/* The report answers this job: what names the lab, how it was run and where are texts of a sensible length. */
static int fits(const struct executor_options *o, json_t *raw, const char *host)
{
    json_t *machine = json_object_get(raw, "machine");
    if (strcmp(util_str(raw, "schema", ""), "ridge.raw/1") ||
        strcmp(util_str(raw, "lab", ""), util_str(o->request.lab, "id", "")) ||
        !is_backend(o, util_str(raw, "backend", "")) || strcmp(util_str(raw, "impl", ""), o->request.impl))
        return 0;
    if (strlen(util_str(machine, "sandbox", "")) != 2 && !json_is_object(json_object_get(raw, "error")))
        return 0;
    /* an older Ridge there knows of no other box */
    if (!strcmp(box_name(), "bwrap") && strcmp(o->request.backend, "cuda") &&
        strcmp(util_str(machine, "box", ""), "bwrap") && !json_is_object(json_object_get(raw, "error")))
        return 0;
    if (!json_is_object(machine) && json_object_set_new(raw, "machine", machine = json_object()))
        return 0;
    return !json_object_set_new(machine, "host", json_string(host));
}

json_t *far_parse(const struct executor_options *o, const char *text, size_t n, const char *nonce, bool *unfit,
                  struct err *e)
{
    json_t *doc = open_result(text, n, e), *raw = json_object_get(doc, "raw"), *ret = NULL;
    const char *host = util_str(doc, "host", "");
    *unfit = false;
    if (!doc)
        return NULL;
    if (strcmp(util_str(doc, "schema", ""), "ridge.result/1") || strcmp(util_str(doc, "nonce", ""), nonce))
        err_set(e, "The result answers another job.");
    else if (!*host || strlen(host) >= HOST_NAME || strspn(host, HOST_LETTERS) != strlen(host))
        err_set(e, "The result does not name its machine.");
    else if (!raw) {
        const char *said = util_str(doc, "failure", "no report");
        char *clean = util_clean(said, strnlen(said, 400), 0);
        err_set(e, "%s: %s", host, clean);
        *unfit = json_is_true(json_object_get(doc, "unfit"));
        free(clean);
    } else if (!fits(o, raw, host))
        err_set(e, "%s: the report is not of this job.", host);
    else
        ret = json_incref(raw);
    json_decref(doc);
    return ret;
}

/* ---- programs of the system's ------------------------------------------------------------------------------------ */

static void become(const char *const argv[], int in, int out, int complaint, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    dup2(in, 0);
    dup2(out, 1);
    dup2(complaint, 2);
    setpgid(0, 0); /* a ^C is for us: what is half said to a scheduler is said to its end */
    execvp(argv[0], (char **)(size_t)argv);
    dprintf(2, "%s: %s", argv[0], strerror(errno));
    _exit(127);
}

static int drain(int fd, struct text *t)
{
    char buf[65536];
    ssize_t n = read(fd, buf, sizeof buf);
    if (n > 0)
        text_add(t, buf, (size_t)n);
    return n > 0 || (n < 0 && errno == EINTR);
}

/* Until both ends are closed or time is up. */
static void listen_both(const int fd[2], struct text *const to[2], pid_t pid, double deadline)
{
    int open[2] = { 1, 1 };
    while (open[0] || open[1]) {
        struct pollfd p[2] = { { open[0] ? fd[0] : -1, POLLIN, 0 }, { open[1] ? fd[1] : -1, POLLIN, 0 } };
        double left = deadline - util_now();
        if (left <= 0 || to[0]->dropped) {
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
            return;
        }
        poll(p, 2, (int)(left * 1e3) + 1);
        for (int k = 0; k < 2; k++)
            if (p[k].revents)
                open[k] = drain(fd[k], to[k]);
    }
}

int far_command(const char *const argv[], const char *in, struct text *out, struct text *complaint, double seconds)
{
    int o[2] = { -1, -1 }, c[2] = { -1, -1 }, st = -1, input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (in) {
        close(input);
        input = open(in, O_RDONLY | O_CLOEXEC);
    }
    int ready = input >= 0 && !pipe2(o, O_CLOEXEC) && !pipe2(c, O_CLOEXEC);
    pid_t parent = getpid(), pid = ready ? fork() : -1;
    if (!pid)
        become(argv, input, o[1], c[1], parent);
    close(input);
    close(o[1]);
    close(c[1]);
    if (pid > 0) {
        listen_both((int[]){ o[0], c[0] }, (struct text *[]){ out, complaint }, pid, util_now() + seconds);
        while (waitpid(pid, &st, 0) < 0 && errno == EINTR)
            ;
    }
    close(o[0]);
    close(c[0]);
    return pid > 0 && WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}

void executor_end(struct executor *x, int64_t id, int attempt, const json_t *raw, const json_t *phases,
                  const char *failure)
{
    json_t *own = phases ? NULL : far_phases(&x->o);
    struct executor_end end = { id, attempt, raw, phases ? phases : own, raw ? NULL : failure };
    x->underway--;
    x->o.ended(&end, x->o.data);
    json_decref(own);
}
