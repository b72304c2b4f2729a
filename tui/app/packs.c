/* packs.c: the packs of a home, the author's course, and how a pack gets into its place whole or not at all. */
#define _GNU_SOURCE
#include "packs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grader/pack/pack.h"
#include "runner/base/util.h"

enum { RECORD = 1 << 20 };

char *packs_folder(const struct app *a)
{
    return util_path("%s/packs", a->home);
}

/* ---- what is there --------------------------------------------------------------------------------------- */

json_t *packs_get(const struct app *a, const char *name)
{
    char *packs = packs_folder(a), *path = util_path("%s/%s/.pack.json", packs, name);
    json_t *p = pack_name_ok(name) ? json_load_file(path, 0, NULL) : NULL;
    if (p && strcmp(util_str(p, "name", ""), name)) {
        json_decref(p);
        p = NULL;
    }
    free(path);
    free(packs);
    return p;
}

static int is_pack(const struct dirent *d)
{
    return pack_name_ok(d->d_name);
}

json_t *packs_list(const struct app *a)
{
    struct dirent **d = NULL;
    char *packs = packs_folder(a);
    int n = scandir(packs, &d, is_pack, alphasort);
    json_t *all = json_array();
    for (int k = 0; k < n; k++) {
        json_t *p = packs_get(a, d[k]->d_name);
        if (p)
            json_array_append_new(all, p);
        free(d[k]);
    }
    free(d);
    free(packs);
    return all;
}

/* ---- keys ------------------------------------------------------------------------------------------------ */

static json_t *keys_of(const struct app *a, char **ret_path)
{
    char *packs = packs_folder(a);
    *ret_path = util_path("%s/keys.json", packs);
    json_t *keys = json_load_file(*ret_path, 0, NULL);
    free(packs);
    return json_is_object(keys) ? keys : json_object();
}

char *packs_key(const struct app *a, const char *name)
{
    char *path;
    json_t *keys = keys_of(a, &path);
    const char *key = json_string_value(json_object_get(keys, name));
    char *copy = key ? strdup(key) : NULL;
    json_decref(keys);
    free(path);
    return copy;
}

static int keep_key(const struct app *a, const char *name, const char *key, struct err *e)
{
    char *path, *text;
    json_t *keys = keys_of(a, &path);
    json_object_set_new(keys, name, json_string(key));
    text = json_dumps(keys, JSON_INDENT(1) | JSON_SORT_KEYS);
    int rc = text ? util_write_whole(path, text, strlen(text), e) : -1;
    free(text);
    json_decref(keys);
    free(path);
    return rc;
}

/* ---- beside Ridge's own labs --------------------------------------------------------------------------- */

/* Is `dir` a course of this user? A pack.lua of another user in a folder above makes no course. */
static int mine(const char *dir)
{
    struct stat st;
    char *path = util_path("%s/pack.lua", dir);
    int ok = !stat(path, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid();
    free(path);
    return ok;
}

static char *course_above(void)
{
    char dir[PATH_MAX];
    if (!getcwd(dir, sizeof dir))
        return NULL;
    while (*dir && !mine(dir))
        *strrchr(dir, '/') = 0;
    return *dir ? strdup(dir) : NULL;
}

/* Is a lab of pack `name` below dir/labs? */
static int has_labs_of(const char *dir, const char *name)
{
    char *labs = util_path("%s/labs", dir);
    DIR *d = opendir(labs);
    size_t n = strlen(name);
    int found = 0;
    for (struct dirent *e; d && !found && (e = readdir(d));)
        found = !strncmp(e->d_name, name, n) && e->d_name[n] == '-';
    if (d)
        closedir(d);
    free(labs);
    return found;
}

static void add_packs(struct app *a, const char *packs)
{
    struct dirent **d = NULL;
    int n = scandir(packs, &d, is_pack, alphasort);
    for (int k = 0; k < n; k++) {
        char *dir = util_path("%s/%s", packs, d[k]->d_name), *label = util_path("packs/%s", d[k]->d_name);
        if (!a->course || !has_labs_of(a->course, d[k]->d_name))
            curriculum_add_shelf(a->cur, dir, label);
        free(dir);
        free(label);
        free(d[k]);
    }
    free(d);
}

void packs_open(struct app *a)
{
    char *packs = packs_folder(a), *real = realpath(packs, NULL);
    a->course = course_above();
    if (a->course && real && !strncmp(a->course, real, strlen(real))) { /* an installed pack is no course */
        free(a->course);
        a->course = NULL;
    }
    if (a->course)
        curriculum_add_shelf(a->cur, a->course, ".");
    add_packs(a, packs);
    free(real);
    free(packs);
}

/* ---- writing --------------------------------------------------------------------------------------------- */

/* Opens a path below `root`: never outside, never along a link. */
static int open_below(int root, const char *path, uint64_t flags, mode_t mode)
{
    struct open_how how = { .flags = flags | O_CLOEXEC | O_NOFOLLOW, .mode = mode,
                            .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS |
                                       RESOLVE_NO_XDEV };
    return (int)syscall(SYS_openat2, root, path, &how, sizeof how);
}

/* Makes the folders that `path` leads through. */
static int make_folders(int root, const char *path)
{
    char *all = util_path("%s", path);
    int rc = 0;
    for (char *slash = strchr(all, '/'); slash && !rc; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        char *last = strrchr(all, '/');
        char *above = last ? util_path("%.*s", (int)(last - all), all) : util_path(".");
        int dir = open_below(root, above, O_RDONLY | O_DIRECTORY, 0);
        rc = dir < 0 || (mkdirat(dir, last ? last + 1 : all, 0755) && errno != EEXIST);
        if (dir >= 0)
            close(dir);
        free(above);
        *slash = '/';
    }
    free(all);
    return rc ? -1 : 0;
}

static int write_below(int root, const char *path, const char *text, size_t n, struct err *e)
{
    int fd = make_folders(root, path) ? -1 : open_below(root, path, O_WRONLY | O_CREAT | O_EXCL, 0644);
    size_t done = 0;
    while (fd >= 0 && done < n) {
        ssize_t k = write(fd, text + done, n - done);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            break;
        done += (size_t)k;
    }
    int rc = fd < 0 || done < n || fsync(fd) ? err_set(e, "%s: %s", path, strerror(errno)) : 0;
    if (fd >= 0)
        close(fd);
    return rc;
}

static int write_all(const json_t *pack, const char *source, const char *dir, struct err *e)
{
    int root = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), rc = root < 0 ? err_set(e, "%s", strerror(errno)) : 0;
    const char *path;
    const json_t *text;
    json_object_foreach(json_object_get(pack, "files"), path, text)
        rc = rc ? rc : write_below(root, path, json_string_value(text), json_string_length(text), e);
    json_t *record = json_copy((json_t *)(size_t)pack);
    json_object_del(record, "files");
    json_object_set_new(record, "source", json_string(source));
    char *s = json_dumps(record, JSON_INDENT(1) | JSON_SORT_KEYS);
    if (!rc)
        rc = s && strlen(s) < RECORD ? write_below(root, ".pack.json", s, strlen(s), e) : -1;
    free(s);
    json_decref(record);
    if (root >= 0)
        close(root);
    return rc;
}

/* ---- is it sound? ---------------------------------------------------------------------------------------- */

static int says_the_same(struct curriculum *cur, const char *label, const json_t *pack, struct err *e)
{
    static const char *const both[] = { "name", "version", "title" };
    json_t *own = curriculum_pack(cur, label);
    int rc = own ? 0 : err_set(e, "%s", curriculum_error(cur));
    for (size_t k = 0; k < 3 && !rc; k++)
        if (strcmp(util_str(own, both[k], ""), util_str(pack, both[k], "")))
            rc = err_set(e, "%s/pack.lua: its %s is not the one that was signed", label, both[k]);
    json_decref(own);
    return rc;
}

/* Evaluates all Lua of the pack in the box, and lints its labs: an error names file and line. */
static int evaluate(struct app *a, const json_t *pack, const char *dir, struct err *e)
{
    char *label = util_path("packs/%s", util_str(pack, "name", ""));
    struct curriculum *cur = curriculum_open(a->root, e);
    size_t k;
    const json_t *id;
    int rc = cur ? 0 : -1;
    json_array_foreach(json_object_get(pack, "labs"), k, id)
        if (!rc && (curriculum_has_lab(cur, json_string_value(id)) ||
                    json_object_get(curriculum_catalogue(cur), json_string_value(id))))
            rc = err_set(e, "The lab %s of the pack has the id of a lab of Ridge's own.", json_string_value(id));
    if (!rc && !curriculum_add_shelf(cur, dir, label))
        rc = err_set(e, "There is no memory left.");
    rc = rc ? rc : says_the_same(cur, label, pack, e);
    json_t *lint = rc ? NULL : curriculum_lint_shelf(cur, label);
    if (!rc && !json_is_true(json_object_get(lint, "ok")))
        rc = err_set(e, "%s", curriculum_error(cur));
    json_decref(lint);
    curriculum_close(cur);
    free(label);
    return rc;
}

/* ---- into its place -------------------------------------------------------------------------------------- */

/* Puts the new pack in the place of the old one, or where none was; `dir` then holds what may be removed. */
static int exchange(const char *dir, const char *to, struct err *e)
{
    if (!renameat2(AT_FDCWD, dir, AT_FDCWD, to, RENAME_EXCHANGE) || (errno == ENOENT && !rename(dir, to)))
        return 0;
    return err_set(e, "%s: %s", to, strerror(errno));
}

int packs_put(struct app *a, const json_t *pack, const char *source, struct err *e)
{
    const char *name = util_str(pack, "name", "");
    char *packs = packs_folder(a), *to = util_path("%s/%s", packs, name), *dir = util_path("%s/.new-XXXXXX", packs);
    int rc = util_mkdirs(packs, e);
    if (!rc && !mkdtemp(dir))
        rc = err_set(e, "%s: %s", packs, strerror(errno));
    if (!rc) {
        chmod(dir, 0755); /* compilers in boxes that root starts have a uid of their own */
        rc = write_all(pack, source, dir, e);
        rc = rc ? rc : evaluate(a, pack, dir, e);
        rc = rc ? rc : keep_key(a, name, util_str(pack, "key", ""), e);
        rc = rc ? rc : exchange(dir, to, e);
        util_remove_tree(dir);
    }
    free(dir);
    free(to);
    free(packs);
    return rc ? -1 : 0;
}

int packs_remove(const struct app *a, const char *name, struct err *e)
{
    char *packs = packs_folder(a), *from = util_path("%s/%s", packs, name), *to = util_path("%s/.old-XXXXXX", packs);
    int rc = !pack_name_ok(name) ? err_set(e, "\"%s\" is no pack's name", name) : 0;
    if (!rc && (!mkdtemp(to) || rename(from, to)))
        rc = err_set(e, "%s: %s", from, strerror(errno));
    util_remove_tree(to);
    free(to);
    free(from);
    free(packs);
    return rc;
}
