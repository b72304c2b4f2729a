/* build_parts.c: files of other labs that are a part of this lab's program. Each lies in a folder of its lab's name,
 * beside that lab's headers, since two labs may give one name to different things. */
#define _GNU_SOURCE
#include "build_internal.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define EACH_PART(b, k, p) json_array_foreach(json_object_get((b)->lab, "parts"), k, p)

int build_copy_headers(const char *from, const char *to, struct err *e)
{
    DIR *d = opendir(from);
    if (!d)
        return err_set(e, "%s: %s", from, strerror(errno));
    int rc = 0;
    for (struct dirent *f; !rc && (f = readdir(d));) {
        size_t n = strlen(f->d_name);
        if (n < 3 || strcmp(f->d_name + n - 2, ".h"))
            continue;
        char *a = util_path("%s/%s", from, f->d_name), *z = util_path("%s/%s", to, f->d_name);
        rc = util_copy_file(a, z, e);
        free(a);
        free(z);
    }
    closedir(d);
    return rc;
}

char *build_drill_of(const struct build *b)
{
    char *dir = json_object_get(b->lab, "drill") ? util_below(b->root, lab_str(b, "dir")) : NULL;
    char *ret = dir ? util_path("%s/../..", dir) : NULL;
    free(dir);
    return ret;
}

char *build_part_place(const struct build *b, const char *file)
{
    size_t k;
    const json_t *p;
    EACH_PART(b, k, p)
        if (!strcmp(util_str(p, "file", ""), file))
            return util_path("%s/%s", util_str(p, "lab", ""), file);
    return NULL;
}

/* The learner's text of a part, or, where `files` has none, its lab's reference; free() it. */
static char *text_of(const struct build *b, const json_t *files, const json_t *part)
{
    const char *given = util_str(files, util_str(part, "file", ""), NULL);
    if (given)
        return strdup(given);
    char *dir = util_below(b->root, util_str(part, "kernels", "")), *text = slurp(dir, util_str(part, "reference", ""));
    free(dir);
    return text;
}

static int lay_one(const struct build *b, const json_t *files, const json_t *part, struct err *e)
{
    char *lab = util_below(b->root, util_str(part, "dir", "")), *text = text_of(b, files, part);
    char *dir = util_path("%s/src/%s", b->dir, util_str(part, "lab", ""));
    char *file = util_path("%s/%s", dir, util_str(part, "file", ""));
    int rc = !*text ? err_set(e, "The file %s of lab %s cannot be read.", util_str(part, "file", ""),
                              util_str(part, "lab", ""))
           : util_mkdirs(dir, e) || build_copy_headers(lab, dir, e) || util_write_file(file, text, strlen(text), e)
               ? -1 : 0;
    chmod(dir, 0755);
    free(lab);
    free(text);
    free(dir);
    free(file);
    return rc;
}

int build_parts_lay(const struct build *b, const json_t *files, struct err *e)
{
    size_t k;
    const json_t *p;
    EACH_PART(b, k, p)
        if (lay_one(b, files, p, e))
            return -1;
    return 0;
}
