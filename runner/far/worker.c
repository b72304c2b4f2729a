/* worker.c: see worker.h. */
#define _GNU_SOURCE
#include "worker.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/box/box_level.h"
#include "runner/build/build.h"
#include "executor_internal.h"
#include "runner/runner.h"

enum { OURS = 9, GONE = 130, PHASES = 8 };

/* The job's lab has to be this Ridge's own: elsewhere the reference and the cases may be others. */
static const char *misfit(const struct far_worker *w, const json_t *job)
{
    char mark[33];
    if (strcmp(util_str(job, "schema", ""), "ridge.job/1") || !json_is_object(json_object_get(job, "files")) ||
        strlen(util_str(job, "nonce", "")) != FAR_NONCE - 1 || box_level_parse(util_str(job, "level", "")) < 0 ||
        !box_is_one(util_str(job, "box", "native")))
        return "The job is none that this Ridge knows: install the same Ridge on both machines.";
    executor_mark(json_object_get(job, "lab"), w->root, mark);
    if (strcmp(util_str(job, "mark", ""), mark))
        return "This machine has another Ridge, whose lab is not the lab that was handed in. Install the same Ridge "
               "on both machines.";
    return NULL;
}

/* Ends what runs when the other side has gone. */
static void follow(struct runner *r, const struct far_worker *w, bool watch_stdin)
{
    while (runner_pump(r, NULL, NULL)) {
        struct pollfd f[2] = { { runner_fd(r), POLLIN, 0 }, { watch_stdin ? STDIN_FILENO : -1, POLLIN, 0 } };
        poll(f, 2, 100);
        if (*w->interrupted || f[1].revents)
            runner_cancel(r);
    }
}

static char *run_job(const struct far_worker *w, const json_t *job, bool watch_stdin)
{
    const char *why = misfit(w, job), *nonce = util_str(job, "nonce", ""), *phases[PHASES + 1] = { NULL };
    struct err err = { "" };
    size_t k;
    const json_t *p;
    if (why)
        return far_result(nonce, NULL, why, true);
    json_array_foreach(json_object_get(job, "phases"), k, p)
        if (k < PHASES && json_is_string(p))
            phases[k] = json_string_value(p);
    struct runner_request q = { .lab = json_object_get(job, "lab"), .root = w->root, .cache = w->cache,
                                .program = w->program, .impl = util_str(job, "impl", "learner"),
                                .backend = util_str(job, "backend", "cpu"), .cc = util_str(job, "cc", "gcc"),
                                .files = json_object_get(job, "files"), .phases = phases,
                                .level = util_str(job, "level", "L1"), .box = util_str(job, "box", "native"),
                                .seed = json_integer_value(json_object_get(job, "seed")) };
    struct runner *r = runner_start(&q, &err);
    if (!r)
        return far_result(nonce, NULL, err.text, false);
    follow(r, w, watch_stdin);
    char *text = far_result(nonce, runner_report(r), runner_failure(r), false);
    runner_finish(r);
    return text;
}

int worker_file(const struct far_worker *w, const char *path, const char *result, struct err *e)
{
    char *text = util_read_file(path, FAR_JOB_MAX, e);
    if (!text)
        return WORKER_NO_JOB;
    json_t *job = json_loads(text, 0, NULL);
    free(text);
    text = run_job(w, job, false);
    json_decref(job);
    int rc = *w->interrupted ? GONE : !text ? OURS : util_write_whole(result, text, strlen(text), e) ? OURS : 0;
    if (!text)
        err_set(e, "The result of %s could not be written as JSON.", path);
    free(text);
    return rc;
}

static int say(const char *text)
{
    size_t n = strlen(text), done = 0;
    while (done < n) {
        ssize_t k = write(STDOUT_FILENO, text + done, n - done);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return -1;
        done += (size_t)k;
    }
    return 0;
}

static int greet(void)
{
    char host[HOST_NAME], cpu[128];
    util_host(host);
    util_cpu(cpu, sizeof cpu);
    char *clean = util_clean(cpu, strlen(cpu), 0);
    json_t *doc = json_pack("{s:s s:s s:s s:s}", "schema", "ridge.worker/1", "host", host, "cpu", clean, "isa",
                            build_isa());
    char *text = json_dumps(doc, JSON_COMPACT), *line = util_path("%s\n", text ? text : "");
    int rc = say(line);
    free(line);
    free(text);
    free(clean);
    json_decref(doc);
    return rc;
}

int worker_stream(const struct far_worker *w, struct err *e)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    int rc = greet();
    while (!rc && !*w->interrupted && (n = getline(&line, &room, stdin)) > 0) {
        json_t *job = n < FAR_JOB_MAX ? json_loadb(line, (size_t)n, 0, NULL) : NULL;
        char *text = run_job(w, job, true);
        rc = text ? say(text) : -1;
        free(text);
        json_decref(job);
    }
    free(line);
    if (rc)
        err_set(e, "The other side does not listen: %s", strerror(errno));
    return *w->interrupted ? GONE : rc ? OURS : 0;
}
