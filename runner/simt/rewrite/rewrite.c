/* rewrite.c: files in and out: which headers are the user's, and which of them change. */
#define _GNU_SOURCE
#include "rewrite_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOURCE_MAX = 32 << 20 };

static int speaks_cuda_unit(const struct source *s, const struct unit *u)
{
    static const char *const words[] = { "__global__",      "__device__",        "__shared__",
                                         "__constant__",    "__managed__",       "__noinline__",
                                         "__forceinline__", "__launch_bounds__", NULL };
    for (int32_t i = 0; i < u->n; i++) {
        if (is_any(s, u, i, words))
            return 1;
        if (is_launch(s, u, i))
            return 1;
    }
    return 0;
}

static int speaks_cuda(const struct source *s)
{
    if (speaks_cuda_unit(s, &s->main))
        return 1;
    for (size_t k = 0; k < s->ndefines; k++)
        if (speaks_cuda_unit(s, &s->defines[k]))
            return 1;
    return 0;
}

static char *copy(const char *s)
{
    char *t = s ? strdup(s) : NULL;
    if (s && !t)
        abort();
    return t;
}

/* `path` made absolute, as the user wrote it otherwise. */
static char *absolute(const char *path)
{
    if (path[0] == '/')
        return copy(path);
    char *cwd = getcwd(NULL, 0);
    char *s = cwd ? util_path("%s/%s", cwd, path) : NULL;
    free(cwd);
    return s;
}

static char **resolved(const char *const *folders)
{
    size_t n = 0, k = 0;
    while (folders && folders[n])
        n++;
    char **v = folders ? calloc(n + 1, sizeof *v) : NULL;
    for (size_t f = 0; v && f < n; f++)
        if ((v[k] = realpath(folders[f], NULL)))
            k++;
    return v;
}

struct simt_rewrite *simt_rewrite_create(const struct simt_rewrite_options *o)
{
    struct simt_rewrite *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    size_t room = 0;
    for (size_t k = 0; k < o->ninclude_dirs; k++) {
        r->include_dirs = rw_grow(r->include_dirs, k, &room, sizeof *r->include_dirs);
        r->include_dirs[r->ninclude_dirs++] = copy(o->include_dirs[k]);
    }
    r->own_include = copy(o->own_include);
    r->mirror = o->mirror ? absolute(o->mirror) : NULL;
    r->within = resolved(o->within);
    if (o->within && !r->within) { /* a folder that is not there would let includes read anything */
        simt_rewrite_free(r);
        return NULL;
    }
    return r;
}

static void source_free(struct source *s)
{
    lex_finish(s);
    free(s->owned);
    free(s->path);
    free(s->real);
    free(s->mirrored);
    free(s);
}

static void tables_free(struct simt_rewrite *r)
{
    for (size_t k = 0; k < r->nkernels; k++) {
        free(r->kernels[k].name);
        free(r->kernels[k].space);
        free(r->kernels[k].params);
    }
    for (size_t k = 0; k < r->naliases; k++)
        free(r->aliases[k].name);
    for (size_t k = 0; k < r->nplain; k++)
        free(r->plain[k]);
    free(r->plain);
    for (size_t k = 0; k < r->non_device; k++)
        free(r->on_device[k]);
    free(r->on_device);
    free(r->kernels);
    free(r->aliases);
}

void simt_rewrite_free(struct simt_rewrite *r)
{
    if (!r)
        return;
    for (struct source *s = r->sources, *next; s; s = next) {
        next = s->next;
        source_free(s);
    }
    for (size_t k = 0; k < r->ninclude_dirs; k++)
        free(r->include_dirs[k]);
    for (size_t k = 0; r->within && r->within[k]; k++)
        free(r->within[k]);
    tables_free(r);
    free(r->within);
    free(r->include_dirs);
    free(r->files);
    free(r->own_include);
    free(r->mirror);
    free(r);
}

const char *const *simt_rewrite_files(const struct simt_rewrite *r, size_t *ret_n)
{
    *ret_n = r->nfiles;
    return r->files;
}

static struct source *open_source(struct simt_rewrite *r, const char *path, int required, struct err *e);

static int is_file(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* Whether the file is the system's, which nobody rewrites. */
static int of_system(const char *real)
{
    static const char *const roots[] = { "/usr/include/", "/usr/lib/", "/usr/local/include/", NULL };
    for (int k = 0; roots[k]; k++)
        if (!strncmp(real, roots[k], strlen(roots[k])))
            return 1;
    return 0;
}

static int may_read(const struct simt_rewrite *r, const char *path)
{
    char *real = r->within ? realpath(path, NULL) : NULL;
    int may = !r->within;
    for (size_t k = 0; real && !may && r->within[k]; k++) {
        size_t n = strlen(r->within[k]);
        may = !strncmp(real, r->within[k], n) && (real[n] == '/' || (n && real[n - 1] == '/'));
    }
    free(real);
    return may;
}

/* The user's file that an include names, or NULL. */
static char *find_header(const struct simt_rewrite *r, const struct source *s, const struct include *inc)
{
    char *name = strndup(s->s + inc->at + 1, inc->end - inc->at - 2), *found = NULL;
    char *ours = r->own_include ? util_path("%s/%s", r->own_include, name) : NULL;
    if (name[0] == '/') {
        found = copy(name);
    } else {
        if (!inc->angled && s->path) {
            const char *slash = strrchr(s->path, '/');
            found = util_path("%.*s/%s", (int)(slash ? slash - s->path : 1), slash ? s->path : ".", name);
        }
        for (size_t k = 0; (!found || !is_file(found)) && (!ours || !is_file(ours)) && k < r->ninclude_dirs;
             k++) {
            free(found);
            found = util_path("%s/%s", r->include_dirs[k], name);
        }
    }
    free(name);
    free(ours);
    if (!found || !is_file(found) || !may_read(r, found)) {
        free(found);
        return NULL;
    }
    return found;
}

static void resolve_includes(struct simt_rewrite *r, struct source *s)
{
    for (size_t k = 0; k < s->nincludes; k++) {
        struct include *inc = &s->includes[k];
        char *path = find_header(r, s, inc);
        if (path && !inc->probe)
            inc->to = open_source(r, path, 0, NULL);
        free(path);
    }
}

static struct source *open_source(struct simt_rewrite *r, const char *path, int required, struct err *e)
{
    char *real = realpath(path, NULL);
    if (!real || (!required && of_system(real))) {
        free(real);
        if (required)
            err_set(e, "There is no file %s.", path);
        return NULL;
    }
    for (struct source *s = r->sources; s; s = s->next)
        if (!strcmp(s->real, real)) {
            free(real);
            return s;
        }
    char *text = util_read_file(real, SOURCE_MAX, e);
    if (!text) {
        free(real);
        return NULL;
    }
    struct source *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    *s = (struct source){ .s = text,
                          .owned = text,
                          .n = (uint32_t)strlen(text),
                          .path = absolute(path),
                          .real = real,
                          .next = r->sources };
    r->sources = s;
    r->files = rw_grow(r->files, r->nfiles, &r->files_room, sizeof *r->files);
    r->files[r->nfiles++] = s->real;
    lex_source(s);
    s->needs_mirror = speaks_cuda(s); /* or what the walk sees */
    resolve_includes(r, s);
    walk_source(r, s, 1);
    return s;
}

/* A file that includes a changed one changes too, and what stands within extern "C" includes more of it. */
static int spread_one(struct source *s)
{
    int changed = 0;
    for (size_t k = 0; k < s->nincludes; k++) {
        struct source *to = s->includes[k].to;
        if (to && to->needs_mirror && !s->needs_mirror)
            s->needs_mirror = changed = 1;
        if (to && s->in_c && !to->in_c)
            to->in_c = changed = 1;
    }
    return changed;
}

static void spread_need(struct simt_rewrite *r)
{
    for (int changed = 1; changed;) { /* to the fixed point */
        changed = 0;
        for (struct source *s = r->sources; s; s = s->next)
            changed |= spread_one(s);
    }
}

struct needs { /* of a translation unit: what stands in a file of it */
    int ptx, binds;
    int unit; /* 1: of the unit's own file */
};

static void mark_unit(struct source *s, int mark, struct needs *needs)
{
    if (s->mark == mark)
        return;
    s->mark = mark;
    needs->ptx |= s->has_asm;
    needs->binds |= s->binds;
    for (size_t k = 0; k < s->nincludes; k++)
        if (s->includes[k].to)
            mark_unit(s->includes[k].to, mark, needs);
}

/* PTX has so many functions that only units with assembly include them: before any macro of the user's. */
static void add_line_directive(struct text *to, const char *path, const struct needs *needs)
{
    text_addf(to, "#line %d \"", !needs->ptx && !needs->binds);
    for (; *path; path++)
        text_addf(to, *path == '"' || *path == '\\' ? "\\%c" : "%c", *path);
    text_addf(to, "\"\n");
    if (needs->ptx)
        text_addf(to, "#include \"simt/ptx.h\"\n%s", needs->binds ? "#line 0\n" : "");
    if (needs->binds)
        text_addf(to, "#include \"simt/binds.h\"\n");
}

static int write_source(struct simt_rewrite *r, struct source *s, const char *shown, const char *out,
                        const struct needs *needs, struct err *e);

static int mirror_source(struct simt_rewrite *r, struct source *s, struct err *e)
{
    if (s->written)
        return 0;
    s->written = 1; /* before its includes: they may come back here */
    char *out = util_path("%s%s", r->mirror, s->real), *slash = strrchr(out, '/');
    s->mirrored = out;
    *slash = 0;
    int rc = util_mkdirs(out, e);
    *slash = '/';
    return rc ? rc : write_source(r, s, s->path, out, &(struct needs){ 0 }, e);
}

static void rewrite_includes(struct simt_rewrite *r, struct source *s)
{
    for (size_t k = 0; k < s->nincludes; k++) {
        struct include *inc = &s->includes[k];
        char *found = inc->to && inc->to->needs_mirror ? util_path("%s%s", r->mirror, inc->to->real)
                                                       : find_header(r, s, inc);
        char *real = found ? realpath(found, NULL) : NULL;
        if (found && !(real && of_system(real)))
            edit_add(s, NULL, inc->at, inc->end, util_path("\"%s\"", found));
        free(real);
        free(found);
    }
}

static int write_source(struct simt_rewrite *r, struct source *s, const char *shown, const char *out,
                        const struct needs *needs, struct err *e)
{
    int rc = 0;
    for (size_t k = 0; !rc && k < s->nincludes; k++)
        if (s->includes[k].to && s->includes[k].to->needs_mirror)
            rc = mirror_source(r, s->includes[k].to, e);
    if (rc)
        return rc;
    for (size_t k = 0; k < s->nedits; k++)
        free(s->edits[k].text);
    s->nedits = 0;
    s->nown = 0;
    walk_source(r, s, 0);
    if (r->mirror)
        rewrite_includes(r, s);
    struct text to = { 0 };
    add_line_directive(&to, shown, needs);
    size_t begin = to.len;
    apply_edits(&to, s,
                s->n >= 3 && !memcmp(s->s, "\xef\xbb\xbf", 3) ? 3 : 0); /* a mark of UTF-8 only comes first */
    own_list(s, &to, begin);
    if (needs->unit)
        own_write(r, s, &to);
    rc = util_write_file(out, text_str(&to), to.len, e);
    text_finish(&to);
    return rc;
}

int simt_rewrite_file(struct simt_rewrite *r, const char *in, const char *out, struct err *e)
{
    struct source *s = open_source(r, in, 1, e);
    if (!s)
        return -1;
    spread_need(r);
    struct needs needs = { .unit = 1 };
    mark_unit(s, ++r->mark, &needs);
    return write_source(r, s, in, out, &needs, e);
}

char *simt_rewrite_text(const char *text, size_t n, size_t *ret_n)
{
    struct simt_rewrite r = { .mark = 1 };
    struct source s = { .s = text, .n = (uint32_t)n, .mark = 1 };
    if (n > SOURCE_MAX)
        return NULL;
    lex_source(&s);
    walk_source(&r, &s, 1);
    walk_source(&r, &s, 0);
    struct text to = { 0 };
    text_add(&to, "", 0);
    apply_edits(&to, &s, 0);
    *ret_n = to.len;
    lex_finish(&s);
    tables_free(&r);
    return rw_text(&to);
}
