/* slurm_chunk.c: see slurm_chunk.h. */
#define _GNU_SOURCE
#include "slurm_chunk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *file_of(const struct slurm_chunk *c, int k, const char *what)
{
    return util_path("%s/%d.%s", c->dir, k, what);
}

struct slurm_chunk *chunk_new(const struct executor_options *o, struct err *e)
{
    struct slurm_chunk *c = calloc(1, sizeof *c);
    unsigned char salt[8];
    char hex[17];
    if (!c)
        return NULL;
    util_random(salt, sizeof salt);
    sodium_bin2hex(hex, sizeof hex, salt, sizeof salt);
    snprintf(c->name, sizeof c->name, "ridge-%s", hex);
    c->dir = util_path("%s/%s", o->spool, c->name);
    c->phases = far_phases(o);
    if (!mkdir(c->dir, 0700))
        return c;
    err_set(e, "%s: %s", c->dir, strerror(errno));
    chunk_free(c);
    return NULL;
}

int chunk_add(struct slurm_chunk *c, const struct executor_options *o, int64_t id, int attempt, const json_t *files,
              struct err *e)
{
    struct slurm_task *t = &c->task[c->n];
    *t = (struct slurm_task){ .id = id, .attempt = attempt, .code = -1 };
    char *text = far_job(o, files, t->nonce), *path = file_of(c, c->n, "job");
    int rc =
        !text ? err_set(e, "The job could not be written as JSON.") : util_write_whole(path, text, strlen(text), e);
    free(path);
    free(text);
    c->n += !rc;
    c->left += !rc;
    return rc;
}

/* For sh: in single quotes. */
static void quote(struct text *t, const char *s)
{
    text_add(t, "'", 1);
    for (; *s; s++)
        text_add(t, *s == '\'' ? "'\\''" : s, *s == '\'' ? 4 : 1);
    text_add(t, "'", 1);
}

static int write_script(const struct slurm_chunk *c, const struct executor_options *o, struct err *e)
{
    struct text t = { 0 };
    text_addf(&t, "#!/bin/sh\n# One task of `ridge grade`. 66: the folder is not here.\n"
                  "PATH=${PATH:-/usr/local/bin:/usr/bin:/bin}\nexport PATH\ncd ");
    quote(&t, c->dir);
    text_addf(&t, " || exit 66\nexec ");
    quote(&t, o->self);
    text_addf(&t, " --root ");
    quote(&t, o->request.root);
    text_addf(&t, " worker \"$SLURM_ARRAY_TASK_ID.job\" \"$SLURM_ARRAY_TASK_ID.res\"\n");
    char *path = util_path("%s/run.sh", c->dir);
    int rc = util_write_whole(path, text_str(&t), t.len, e);
    free(path);
    text_finish(&t);
    return rc;
}

int chunk_seal(struct slurm_chunk *c, const struct executor_options *o, struct err *e)
{
    json_t *tasks = json_array();
    for (int k = 0; k < c->n; k++)
        json_array_append_new(tasks, json_pack("{s:I s:i s:s}", "id", (json_int_t)c->task[k].id, "attempt",
                                               c->task[k].attempt, "nonce", c->task[k].nonce));
    json_t *doc = json_pack("{s:s s:s s:O s:o}", "schema", "ridge.chunk/1", "lab", util_str(o->request.lab, "id", ""),
                            "phases", c->phases, "tasks", tasks);
    char *text = json_dumps(doc, JSON_COMPACT), *path = util_path("%s/chunk.json", c->dir);
    int rc = write_script(c, o, e) || util_write_whole(path, text, strlen(text), e) ? -1 : 0;
    free(path);
    free(text);
    json_decref(doc);
    return rc;
}

static int take_tasks(struct slurm_chunk *c, const json_t *doc)
{
    size_t k;
    const json_t *t, *tasks = json_object_get(doc, "tasks");
    if (!json_is_array(tasks) || json_array_size(tasks) > CHUNK_MAX || !json_is_array(c->phases))
        return -1;
    json_array_foreach(tasks, k, t) {
        struct slurm_task *to = &c->task[c->n];
        *to = (struct slurm_task){ .id = json_integer_value(json_object_get(t, "id")), .code = -1,
                                   .attempt = (int)json_integer_value(json_object_get(t, "attempt")) };
        snprintf(to->nonce, sizeof to->nonce, "%s", util_str(t, "nonce", ""));
        char *job = file_of(c, c->n++, "job");
        to->over = access(job, F_OK) != 0;
        c->left += !to->over;
        free(job);
    }
    return 0;
}

struct slurm_chunk *chunk_load(const char *spool, const char *name, const char *lab)
{
    if (strlen(name) >= CHUNK_NAME || strncmp(name, "ridge-", 6))
        return NULL;
    struct slurm_chunk *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    memcpy(c->name, name, strlen(name) + 1);
    c->dir = util_path("%s/%s", spool, name);
    char *path = util_path("%s/chunk.json", c->dir), *text = util_read_file(path, 1 << 20, NULL);
    char *told = util_path("%s/submitted", c->dir);
    json_t *doc = text ? json_loads(text, 0, NULL) : NULL;
    c->phases = json_incref(json_object_get(doc, "phases"));
    c->submitted = !access(told, F_OK);
    int fits = doc && (!lab || !strcmp(util_str(doc, "lab", ""), lab)) && !take_tasks(c, doc);
    free(told);
    free(text);
    free(path);
    json_decref(doc);
    if (fits)
        return c;
    chunk_free(c);
    return NULL;
}

void chunk_sweep(const char *spool, const char *name)
{
    char *dir = util_path("%s/%s", spool, name), *list = util_path("%s/chunk.json", dir);
    if (!strncmp(name, "ridge-", 6) && access(list, F_OK))
        util_remove_tree(dir);
    free(list);
    free(dir);
}

int chunk_result(const struct slurm_chunk *c, int k, struct text *text, struct err *e)
{
    char *path = file_of(c, k, "res"), buf[65536];
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), rc = 0;
    struct stat st;
    ssize_t n = 0;
    free(path);
    if (fd < 0)
        return errno == ENOENT ? 0 : err_set(e, "The result of the task cannot be read: %s", strerror(errno));
    if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size > FAR_RESULT_MAX)
        rc = err_set(e, "The result of the task is no file of a sensible size.");
    while (!rc && (n = read(fd, buf, sizeof buf)) > 0)
        text_add(text, buf, (size_t)n);
    if (n < 0)
        rc = err_set(e, "The result of the task cannot be read: %s", strerror(errno));
    close(fd);
    return rc ? rc : 1;
}

void chunk_done(struct slurm_chunk *c, int k)
{
    char *res = file_of(c, k, "res"), *job = file_of(c, k, "job");
    unlink(job);
    unlink(res);
    free(job);
    free(res);
    c->task[k].over = true;
    if (!--c->left)
        util_remove_tree(c->dir);
}

void chunk_free(struct slurm_chunk *c)
{
    if (!c)
        return;
    json_decref(c->phases);
    free(c->dir);
    free(c);
}

json_t *executor_left(const char *spool)
{
    json_t *left = json_object();
    DIR *d = spool ? opendir(spool) : NULL;
    for (struct dirent *f; d && (f = readdir(d));) {
        struct slurm_chunk *c = chunk_load(spool, f->d_name, NULL);
        for (int k = 0; c && k < c->n; k++) {
            char key[48];
            snprintf(key, sizeof key, "%lld.%d", (long long)c->task[k].id, c->task[k].attempt);
            if (!c->task[k].over)
                json_object_set_new(left, key, json_true());
        }
        chunk_free(c);
    }
    if (d)
        closedir(d);
    return left;
}
