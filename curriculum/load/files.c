/* files.c: read the texts that go into the box. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "files.h"
#include "runner/base/order.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = suffix ? strlen(suffix) : 0;
    return m <= n && !strcmp(name + n - m, suffix ? suffix : "");
}

static char *read_text(const char *path, size_t *ret_size)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > FILES_MAX_SIZE)
        return NULL;
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    size_t size = (size_t)st.st_size;
    char *text = malloc(size + 1);
    size_t n = text ? fread(text, 1, size, in) : 0;
    fclose(in);
    if (!text)
        return NULL;
    text[n] = 0;
    *ret_size = n;
    return text;
}

const struct luabox_file *files_find(const struct files *f, const char *name)
{
    for (size_t k = 0; k < f->n; k++)
        if (!strcmp(f->list[k].name, name))
            return &f->list[k];
    return NULL;
}

static bool add(struct files *f, const char *name, char *text, size_t size)
{
    if (f->n == f->size) {
        size_t want = f->size ? f->size * 2 : 64;
        struct luabox_file *grown =
            want <= FILES_MAX ? realloc(f->list, want * sizeof *grown) : NULL;
        if (!grown)
            return false;
        f->list = grown;
        f->size = want;
    }
    char *copy = strdup(name);
    if (!copy)
        return false;
    f->list[f->n++] = (struct luabox_file){copy, text, size};
    return true;
}

static bool has_dir(const char *root, const char *above, const char *id, size_t n)
{
    char path[4096];
    struct stat st;
    return snprintf(path, sizeof path, "%s/%s/%.*s", root, above, (int)n, id) < (int)sizeof path &&
           stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

const char *files_home(const struct files *f, const char *name)
{
    const char *id = !strncmp(name, "labs/", 5) ? name + 5 : !strncmp(name, "kernels/", 8) ? name + 8 : NULL;
    size_t n = id ? strcspn(id, "/") : 0;
    if (!n || !f->nshelves || has_dir(f->root, "labs", id, n) || has_dir(f->root, "kernels", id, n))
        return f->root;
    for (size_t k = 0; k < f->nshelves; k++)
        if (has_dir(f->shelves[k].dir, "labs", id, n))
            return f->shelves[k].dir;
    return f->root;
}

/* "LABEL/pack.lua" of a shelf: its directory, and *name becomes "pack.lua". */
static const char *home_of(const struct files *f, const char **name)
{
    for (size_t k = 0; k < f->nshelves; k++) {
        size_t n = strlen(f->shelves[k].label);
        if (!strncmp(*name, f->shelves[k].label, n) && !strcmp(*name + n, "/pack.lua")) {
            *name += n + 1;
            return f->shelves[k].dir;
        }
    }
    return files_home(f, *name);
}

bool files_add(struct files *f, const char *name)
{
    char path[4096];
    size_t size = 0;
    const char *below = name, *home = home_of(f, &below);
    if (snprintf(path, sizeof path, "%s/%s", home, below) >= (int)sizeof path)
        return false;
    char *text = read_text(path, &size);
    if (text && add(f, name, text, size))
        return true;
    free(text);
    return false;
}

char **files_names(const char *root, const char *dir, const char *suffix, bool directories)
{
    char path[4096];
    size_t n = 0, size = 16;
    char **names = calloc(size + 1, sizeof *names);
    DIR *d = NULL;
    if (names && snprintf(path, sizeof path, "%s/%s", root, dir) < (int)sizeof path)
        d = opendir(path);
    for (struct dirent *e; d && n < FILES_MAX && (e = readdir(d));) {
        struct stat st;
        if (e->d_name[0] == '.' || !ends_in(e->d_name, suffix))
            continue;
        if (snprintf(path, sizeof path, "%s/%s/%s", root, dir, e->d_name) >= (int)sizeof path ||
            stat(path, &st) != 0 || (directories ? !S_ISDIR(st.st_mode) : !S_ISREG(st.st_mode)))
            continue;
        if (n == size) {
            char **grown = realloc(names, (2 * size + 1) * sizeof *names);
            if (!grown)
                break;
            names = grown;
            size *= 2;
        }
        names[n] = strdup(e->d_name);
        if (!names[n])
            break;
        n++;
    }
    if (d)
        closedir(d);
    if (names) {
        names[n] = NULL;
        qsort(names, n, sizeof *names, order_texts);
    }
    return names;
}

void files_names_free(char **names)
{
    for (size_t k = 0; names && names[k]; k++)
        free(names[k]);
    free(names);
}

void files_add_dir(struct files *f, const char *dir, const char *suffix)
{
    char **names = files_names(files_home(f, dir), dir, suffix, false);
    for (size_t k = 0; names && names[k]; k++) {
        char name[1024];
        if (snprintf(name, sizeof name, "%s/%s", dir, names[k]) < (int)sizeof name)
            files_add(f, name);
    }
    files_names_free(names);
}

static bool may_include(const char *path)
{
    static const char *const below[] = {"labs/", "kernels/", "runner/", "curriculum/"};
    if (strstr(path, ".."))
        return false;
    for (size_t k = 0; k < sizeof below / sizeof below[0]; k++)
        if (!strncmp(path, below[k], strlen(below[k])))
            return true;
    return false;
}

static void add_snippets(struct files *f, const char *text)
{
    char path[512];
    for (const char *at = text; (at = strstr(at, "{{!")); at += 3)
        if (sscanf(at + 3, " %511[^ \t\r\n}]", path) == 1 && may_include(path) &&
            !files_find(f, path))
            files_add(f, path);
}

/* A file once, with the snippets in it. */
static void add_once(struct files *f, const char *name)
{
    if (!files_find(f, name) && files_add(f, name))
        add_snippets(f, f->list[f->n - 1].text);
}

/* The page that "{{> id#…}}" quotes, and what has its facts. */
static void add_quoted(struct files *f, const char *id)
{
    char name[300], deep[FILES_DEEP];
    id = files_deep_id(id, deep);
    if (!files_page_id(id) && !files_safe_id(id))
        return;
    bool page = files_page_id(id);
    snprintf(name, sizeof name, "%s/%s%s", page ? "curriculum" : "labs", id, page ? ".md" : "/lesson.md");
    add_once(f, name);
    snprintf(name, sizeof name, "%s/%s%s", page ? "curriculum" : "labs", id, page ? ".lua" : "/lab.lua");
    add_once(f, name);
}

void files_add_included(struct files *f, const char *text)
{
    char id[128];
    add_snippets(f, text);
    for (const char *at = text; (at = strstr(at, "{{>")); at += 3)
        if (sscanf(at + 3, " %127[^# \t\r\n}]", id) == 1)
            add_quoted(f, id);
}

bool files_add_page(struct files *f, const char *id, const char *suffix)
{
    char name[256];
    snprintf(name, sizeof name, "curriculum/%s.%s", id, suffix);
    if (!files_add(f, name))
        return false;
    files_add_included(f, f->list[f->n - 1].text);
    return true;
}

bool files_add_copy(struct files *f, const char *dir, const char *name)
{
    char path[4096], as[1024];
    size_t size = 0;
    if (strstr(name, "..") || snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path ||
        snprintf(as, sizeof as, "copy/%s", name) >= (int)sizeof as)
        return false;
    char *text = read_text(path, &size);
    if (text && add(f, as, text, size))
        return true;
    free(text);
    return false;
}

void files_add_tables(struct files *f)
{
    static const char *const names[] = {"readings", "parts",  "catalogue", "features",
                                        "graph",    "tracks", "cards",     "deep",
                                        "tours"};
    char name[64];
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        snprintf(name, sizeof name, "curriculum/%s.lua", names[k]);
        files_add(f, name);
    }
}

void files_finish(struct files *f)
{
    for (size_t k = 0; k < f->n; k++) {
        free((char *)(size_t)f->list[k].name); /* ours: made by add() */
        free((char *)(size_t)f->list[k].text);
    }
    free(f->list);
    f->list = NULL;
    f->n = f->size = 0;
}

/* --- labs ----------------------------------------------------------------------------------- */

bool files_safe_id(const char *id)
{
    size_t n =
        id ? strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") : 0;
    return n > 0 && n < 100 && !id[n];
}

/* A tour has the name of its repository, "llm.c". */
static bool is_tour_name(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");
    return n > 0 && n < 100 && !name[n] && name[0] != '.';
}

bool files_lab_id(const char *id)
{
    char lab[128];
    const char *slash = id ? strchr(id, '/') : NULL;
    if (!slash)
        return files_safe_id(id);
    return snprintf(lab, sizeof lab, "%.*s", (int)(slash - id), id) < (int)sizeof lab && files_safe_id(lab) &&
           files_safe_id(slash + 1);
}

const char *files_lab_place(const char *id, char ret[FILES_PLACE])
{
    const char *slash = strchr(id, '/');
    if (slash)
        snprintf(ret, FILES_PLACE, "%.*s/drills/%s", (int)(slash - id), id, slash + 1);
    else
        snprintf(ret, FILES_PLACE, "%s", id);
    return ret;
}

bool files_page_id(const char *what)
{
    static const char *const rooms[] = {"prelude/", "cards/", "deep/", "tours/"};
    const char *slash = strchr(what, '/');
    for (size_t k = 0; slash && k < sizeof rooms / sizeof rooms[0]; k++)
        if (!strncmp(what, rooms[k], strlen(rooms[k])))
            return !strcmp(rooms[k], "tours/") ? is_tour_name(slash + 1) : files_safe_id(slash + 1);
    return false;
}

const char *files_deep_id(const char *what, char ret[FILES_DEEP])
{
    const char *name = !strncmp(what, "deep/", 5) ? what + 5 : what;
    bool is = (name[0] == 'd' || name[0] == 'D') && name[1] >= '0' && name[1] <= '9' && name[2] >= '0' &&
              name[2] <= '9' && !name[3];
    if (is)
        snprintf(ret, FILES_DEEP, "deep/d%.2s", name + 1);
    return is ? ret : what;
}

json_t *files_labs(const struct files *f, const char *home)
{
    json_t *list = json_array();
    char **names = files_names(home, "labs", NULL, true);
    for (size_t k = 0; names && names[k]; k++) {
        char path[256];
        snprintf(path, sizeof path, "labs/%.100s/lab.lua", names[k]);
        if (files_safe_id(names[k]) && files_home(f, path) == home)
            json_array_append_new(list, json_string(names[k]));
    }
    files_names_free(names);
    return list;
}

json_t *files_add_packs(struct files *f)
{
    json_t *list = json_array();
    char name[256];
    for (size_t k = 0; k < f->nshelves; k++)
        if (snprintf(name, sizeof name, "%s/pack.lua", f->shelves[k].label) < (int)sizeof name &&
            files_add(f, name))
            json_array_append_new(list, json_pack("{s:s,s:o}", "file", name, "labs",
                                                  files_labs(f, f->shelves[k].dir)));
    return list;
}
