/*
 * objects.c: objects that need not be compiled twice, in the folder of cache.h:
 *
 *     KEY.dep    paths of the headers an object was made from, a line each (m: in the mirror; else as seen
 *                from where it was compiled)
 *     KEY.o      objects; KEY of the source, the flags, the tools and those headers
 *     KEY.prog   programs, with KEY.prog.map beside them
 *     pch-KEY/   precompiled headers
 */
#define _GNU_SOURCE
#include "build_internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/build/cache.h"

enum { DEPS = 4096 };

char *without_paths(const struct plan *p, const char *text)
{
    const char *path[] = {p->mirror, p->b->cwd ? p->b->cwd : p->b->dir, p->b->dir};
    struct text t = {0};
    while (*text) {
        size_t skip = 0;
        for (int k = 0; *text == '/' && !skip && k < 3; k++) {
            size_t n = strlen(path[k]);
            if (n > 1 && !strncmp(text, path[k], n) && (text[n] == '/' || text[n] == '"')) {
                text_addf(&t, "\001%d", k);
                skip = n;
            }
        }
        size_t n = skip ? 0 : 1 + strcspn(text + 1, "/");
        text_add(&t, text, n);
        text += skip + n;
    }
    return t.s ? t.s : strdup("");
}

/* The mirror holds headers by their absolute path: a copy of the user's own folder is no other place. */
static char *dep_path(const struct plan *p, const char *said)
{
    const char *cwd = p->b->cwd ? p->b->cwd : p->b->dir;
    if (!strncmp(said, "m:", 2))
        return said[2] == '/' ? util_path("%s%s", p->mirror, said + 2) : util_path("%s%s/%s", p->mirror, cwd, said + 2);
    return said[0] == '/' ? strdup(said) : util_path("%s/%s", cwd, said);
}

/* The object's key: the unit's own and what its headers hold now. */
static void with_headers(const struct plan *p, const struct source_unit *u, char *list, char hex[33])
{
    char *save = NULL, old[33], one[33];
    util_hash(hex, "simt-with-headers", u->key, NULL);
    int n = 0;
    for (char *l = strtok_r(list, "\n", &save); l && n < DEPS; l = strtok_r(NULL, "\n", &save), n++) {
        char *path = dep_path(p, l),
             *text = l[0] == 'm' && l[1] == ':' ? util_read_file(path, 64u << 20, NULL) : NULL;
        if (text) { /* the rewriter has named other files of the mirror in it */
            char *plain = without_paths(p, text);
            util_hash(one, plain, NULL);
            free(plain);
            free(text);
        } else {
            hash_file(path, one);
        }
        memcpy(old, hex, sizeof old);
        util_hash(hex, old, l, one, NULL);
        free(path);
    }
}

char *cache_find_object(const struct plan *p, const struct source_unit *u)
{
    char hex[33], *dep = util_path("%s/%s.dep", p->kept, u->key), *list = util_read_file(dep, 1u << 20, NULL);
    free(dep);
    if (!list)
        return NULL;
    with_headers(p, u, list, hex);
    free(list);
    char *o = util_path("%s/%s.o", p->kept, hex);
    if (!access(o, R_OK)) {
        cache_touch(o);
        return o;
    }
    free(o);
    return NULL;
}

/* One name of a make rule: blanks in it are written "\ ". Moves *s on; 0 at the end. */
static int next_name(const char **s, struct text *name)
{
    const char *c = *s;
    text_finish(name);
    while (*c == ' ' || *c == '\n' || (*c == '\\' && c[1] == '\n'))
        c++;
    for (; *c && *c != ' ' && *c != '\n'; c++) {
        if (*c == '\\' && c[1] == '\n')
            break;
        if (*c == '\\' && (c[1] == ' ' || c[1] == '#'))
            c++;
        else if (*c == '$' && c[1] == '$')
            c++;
        text_add(name, c, 1);
    }
    *s = c;
    return name->len > 0;
}

static int under(const char *path, const char *dir)
{
    size_t n = dir ? strlen(dir) : 0;
    return n && !strncmp(path, dir, n) && path[n] == '/';
}

/* The make rule that the compiler wrote, as our list; what the unit's own key holds is left out. */
static void header_list(const struct plan *p, const struct source_unit *u, struct text *list)
{
    char *rule = util_read_file(u->deps, 4u << 20, NULL);
    const char *s = rule ? strchr(rule, ':') : NULL;
    const char *cwd = p->b->cwd ? p->b->cwd : p->b->dir;
    struct text name = {0};
    for (s = s ? s + 1 : ""; next_name(&s, &name);) {
        const char *f = text_str(&name);
        if (!strcmp(f, u->text) || under(f, p->kept) || under(f, p->include))
            continue;
        int mirrored = under(f, p->mirror);
        f += mirrored ? strlen(p->mirror) : 0;
        text_addf(list, "%s%s\n", mirrored ? "m:" : "", under(f, cwd) ? f + strlen(cwd) + 1 : f);
    }
    text_finish(&name);
    free(rule);
}

void cache_keep_object(const struct plan *p, const struct source_unit *u)
{
    struct text list = {0};
    char hex[33];
    header_list(p, u, &list);
    char *copy = strdup(text_str(&list));
    with_headers(p, u, copy, hex);
    char *o = util_path("%s/%s.o", p->kept, hex), *dep = util_path("%s/%s.dep", p->kept, u->key);
    char *made = util_path("%s/%s.dep", p->b->dir, u->key);
    if (!cache_keep(u->object, o, 0644) && !util_write_file(made, text_str(&list), list.len, NULL))
        cache_keep(made, dep, 0644);
    unlink(made);
    text_finish(&list);
    free(copy);
    free(o);
    free(dep);
    free(made);
}
