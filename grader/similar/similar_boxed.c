/* similar_boxed.c: ridge-similar in the box, and its answer read back with as little trust. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "similar_boxed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/box/spawn.h"

enum { WALL_S = 120, CPU_S = 100, MEMORY_MiB = 4096, ANSWER_MiB = 256 };

static int run_boxed(const char *program, const char *dir, const char *question, const char *answer, struct err *e)
{
    const char *argv[] = { program, question, answer, NULL };
    char *bin = util_path("%s", program);
    *(strrchr(bin, '/') ? strrchr(bin, '/') : bin) = 0;
    struct box box = { .ro = { "/usr", "/lib", "/lib64", "/etc/ld.so.cache", bin },
                       .rw = { dir },
                       .cwd = dir,
                       .cpu_s = CPU_S,
                       .fsize_MiB = ANSWER_MiB,
                       .data_MiB = BOX_OUR_MiB(MEMORY_MiB),
                       .nofile = 16,
                       .in_fd = -1,
                       .cpu = -1 };
    struct spawn_result s = spawn_wait(argv, &box, NULL, WALL_S);
    int rc = 0;
    if (s.end == SPAWN_TIMEOUT)
        rc = err_set(e, "The comparison took longer than %d s. Compare fewer submissions, or leave out the "
                        "archive.", WALL_S);
    else if (s.end == SPAWN_SIGNAL)
        rc = err_set(e, "The comparison ended with signal %d (%s).", s.code, strsignal(s.code));
    else if (s.end != SPAWN_EXIT || s.code)
        rc = err_set(e, "The comparison failed: %.*s", (int)strcspn(text_str(&s.output), "\n"), text_str(&s.output));
    text_finish(&s.output);
    free(bin);
    return rc;
}

static bool is_place(const json_t *p)
{
    json_int_t from = json_integer_value(json_object_get(p, "from"));
    return json_is_string(json_object_get(p, "file")) && from > 0 &&
           json_integer_value(json_object_get(p, "to")) >= from;
}

static bool is_pair(const json_t *p)
{
    size_t k;
    const json_t *r;
    json_array_foreach(json_object_get(p, "regions"), k, r) {
        if (!is_place(json_object_get(r, "a")) || !is_place(json_object_get(r, "b")))
            return false;
    }
    return json_is_string(json_object_get(p, "a")) && json_is_string(json_object_get(p, "b")) &&
           json_is_number(json_object_get(p, "share_a")) && json_is_number(json_object_get(p, "share_b"));
}

static bool is_cluster(const json_t *c)
{
    const json_t *members = json_object_get(c, "members"), *m, *p;
    size_t k;
    bool ok = json_array_size(members) > 1 && json_is_integer(json_object_get(c, "links")) &&
              json_is_number(json_object_get(c, "least")) && json_is_number(json_object_get(c, "most"));
    json_array_foreach(members, k, m)
        ok = ok && json_is_string(json_object_get(m, "who"));
    json_array_foreach(json_object_get(c, "pairs"), k, p)
        ok = ok && is_pair(p);
    return ok;
}

static json_t *read_answer(const char *path, struct err *e)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    json_t *d = fd < 0 ? NULL : json_loadfd(fd, 0, NULL);
    bool ok =
        !strcmp(util_str(d, "schema", ""), "ridge.similar/1") && json_is_array(json_object_get(d, "documents"));
    size_t k;
    const json_t *p;
    json_array_foreach(json_object_get(d, "pairs"), k, p)
        ok = ok && is_pair(p);
    json_array_foreach(json_object_get(d, "clusters"), k, p)
        ok = ok && is_cluster(p);
    json_array_foreach(json_object_get(d, "copies"), k, p)
        ok = ok && json_is_string(json_object_get(p, "who")) && json_is_number(json_object_get(p, "share"));
    if (fd >= 0)
        close(fd);
    if (ok)
        return d;
    json_decref(d);
    err_set(e, "The comparison gave no answer that can be read.");
    return NULL;
}

json_t *similar_boxed(const char *program, const json_t *question, struct err *e)
{
    const char *tmp = getenv("TMPDIR");
    char *dir = util_path("%s/ridge-similar.XXXXXX", tmp && *tmp ? tmp : "/tmp"), *asked = NULL, *answer = NULL;
    json_t *d = NULL;
    if (!mkdtemp(dir)) {
        err_set(e, "%s: %s", dir, strerror(errno));
    } else {
        asked = util_path("%s/question", dir);
        answer = util_path("%s/answer", dir);
        if (json_dump_file(question, asked, JSON_COMPACT))
            err_set(e, "%s: %s", asked, strerror(errno));
        else if (!run_boxed(program, dir, asked, answer, e))
            d = read_answer(answer, e);
        util_remove_tree(dir);
    }
    free(answer);
    free(asked);
    free(dir);
    return d;
}
