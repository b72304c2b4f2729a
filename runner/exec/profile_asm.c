/*
 * profile_asm.c: the instructions of two attempts side by side: assembly for C, PTX for CUDA. Function by
 * function, with labels renamed in order and constants written out where they are used, so that equal code
 * gives equal text. Compiler and diff run in the box; what they wrote is only cut up here.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "runner/build/build_internal.h"
#include "job.h"
#include "profile.h"
#include "runner/box/spawn.h"

enum { LABELS = 4096, TEXT_MOST = 8 << 20 };

/* Names in order of first sight; with a value where they stand for constants. */
struct names {
    char *name[LABELS];
    struct text value[LABELS];
    int n;
};

static void names_finish(struct names *s)
{
    for (int k = 0; k < s->n; k++) {
        free(s->name[k]);
        text_finish(&s->value[k]);
    }
}

static int names_find(const struct names *s, const char *at, size_t n)
{
    for (int k = 0; k < s->n; k++)
        if (strlen(s->name[k]) == n && !memcmp(s->name[k], at, n))
            return k;
    return -1;
}

static int names_add(struct names *s, const char *at, size_t n)
{
    int k = names_find(s, at, n);
    if (k >= 0 || s->n == LABELS)
        return k;
    s->name[s->n] = strndup(at, n);
    s->value[s->n] = (struct text){ .cap = TEXT_MOST };
    return s->n++;
}

static int in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

/* The length of a local label here (".L5", "$L__BB0_2"), 0 when there is none. `before`: the sign in front of it. */
static size_t label_at(const char *s, char before)
{
    size_t n = 2;
    if ((s[0] != '.' && s[0] != '$') || s[1] != 'L' || in_name(before))
        return 0;
    while (in_name(s[n]))
        n++;
    return n;
}

static int is_data(const char *s)
{
    static const char *const words[] = { ".long", ".quad", ".byte", ".value", ".short", ".zero", ".string", ".ascii",
                                         ".asciz", ".float", ".double", ".octa", ".space", ".word" };
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        size_t n = strlen(words[k]);
        if (!strncmp(s, words[k], n) && isspace((unsigned char)s[n]))
            return 1;
    }
    return 0;
}

/* A line without its comment, indentation and ends; "" when nothing is left. In place. */
static char *bare(char *line, const char *comment)
{
    while (isspace((unsigned char)*line))
        line++;
    char *c = strncmp(line, ".string", 7) && strncmp(line, ".asci", 5) ? strstr(line, comment) : NULL;
    if (c)
        *c = 0;
    size_t n = strlen(line);
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    return line;
}

/* ".LC0:" and the data after it; ".set .LC1,.LC0+4". */
static void find_constants(const char *text, struct names *c)
{
    char *copy = strdup(text), *save = NULL;
    int at = -1;
    for (char *l = strtok_r(copy, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
        char *s = bare(l, "#"), *comma;
        size_t n = label_at(s, ' ');
        if (n && s[n] == ':') {
            at = !strncmp(s, ".LC", 3) ? names_add(c, s, n) : -1;
        } else if (!strncmp(s, ".set", 4) && (comma = strchr(s, ','))) {
            char *name = s + 4 + strspn(s + 4, "\t ");
            int k = label_at(name, ' ') ? names_add(c, name, (size_t)(comma - name)) : -1;
            if (k >= 0 && !c->value[k].len)
                text_addf(&c->value[k], "@%s", comma + 1);
        } else if (at >= 0 && is_data(s)) {
            text_add(&c->value[at], "; ", c->value[at].len ? 2 : 0);
            text_add(&c->value[at], s, strlen(s));
        } else if (*s && *s != '.') {
            at = -1;
        }
    }
    free(copy);
}

/* What a constant is: its data, or that of the one it is set to. */
static void say_constant(const struct names *c, int k, struct text *to)
{
    const char *v = text_str(&c->value[k]);
    for (int depth = 0; *v == '@' && depth < 4; depth++) {
        size_t n = label_at(v + 1, ' ');
        int other = n ? names_find(c, v + 1, n) : -1;
        if (other < 0 || !c->value[other].len)
            break;
        text_addf(to, "%s", v + 1 + n);
        v = text_str(&c->value[other]);
    }
    text_add(to, "{", 1);
    text_add(to, v, strlen(v));
    text_add(to, "}", 1);
}

static void with_constants(const char *s, const struct names *c, struct text *to)
{
    for (const char *at = s; *at;) {
        size_t n = label_at(at, at == s ? ' ' : at[-1]);
        int k = n ? names_find(c, at, n) : -1;
        if (k >= 0 && !strncmp(at, ".LC", 3))
            say_constant(c, k, to);
        else
            text_add(to, at, n ? n : 1);
        at += n ? n : 1;
    }
    text_add(to, "\n", 1);
}

/* Labels renamed in order of first sight; `brief`: not told apart at all, nor a PTX register from its like. */
static char *renamed(const char *raw, int brief)
{
    struct names *seen = calloc(1, sizeof *seen);
    struct text to = { .cap = TEXT_MOST };
    for (const char *at = raw; seen && *at;) {
        size_t n = label_at(at, at == raw ? ' ' : at[-1]);
        if (n) {
            int k = brief ? 0 : names_add(seen, at, n);
            brief ? text_addf(&to, ".L") : text_addf(&to, ".L%d", k);
            at += n;
        } else if (brief && *at == '%' && isalpha((unsigned char)at[1])) {
            size_t w = 1 + strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
            text_add(&to, at, w);
            at += w + strspn(at + w, "0123456789");
        } else {
            text_add(&to, at++, 1);
        }
    }
    if (seen)
        names_finish(seen);
    free(seen);
    char *s = strdup(text_str(&to));
    text_finish(&to);
    return s;
}

/* One function or object of the text: {name: [full, brief]}. */
static void keep(json_t *out, const char *name, struct text *raw, int ptx)
{
    if (*name && raw->len) {
        char *full = renamed(text_str(raw), 0), *brief = ptx ? renamed(text_str(raw), 1) : NULL;
        json_object_set_new(out, name, json_pack("[o,o]", job_text(full), job_text(brief ? brief : full)));
        free(full);
        free(brief);
    }
    text_finish(raw);
    *raw = (struct text){ .cap = TEXT_MOST };
}

json_t *profile_asm_split(const char *text)
{
    struct names *c = calloc(1, sizeof *c);
    struct text raw = { .cap = TEXT_MOST };
    char *copy = strdup(text), *save = NULL, name[128] = "";
    json_t *out = json_object();
    int constant = 0;
    if (c)
        find_constants(text, c);
    for (char *l = copy && c ? strtok_r(copy, "\n", &save) : NULL; l; l = strtok_r(NULL, "\n", &save)) {
        int column = !isspace((unsigned char)*l);
        char *s = bare(l, "#");
        size_t n = strlen(s), local = label_at(s, ' ');
        if (local && s[local] == ':') {
            constant = !strncmp(s, ".LC", 3);
            if (!constant && strncmp(s, ".LF", 3) && strncmp(s, ".LHOT", 5))
                text_addf(&raw, "%s\n", s);
        } else if (column && n > 1 && n < sizeof name && s[n - 1] == ':' && *s != '.') {
            keep(out, name, &raw, 0);
            snprintf(name, sizeof name, "%.*s", (int)n - 1, s);
            constant = 0;
        } else if (n && (*s != '.' || (is_data(s) && !constant))) {
            constant = 0;
            with_constants(s, c, &raw);
        }
    }
    keep(out, name, &raw, 0);
    if (c)
        names_finish(c);
    free(c);
    free(copy);
    return out;
}

json_t *profile_ptx_split(const char *text)
{
    struct text raw = { .cap = TEXT_MOST };
    char *copy = strdup(text), *save = NULL, name[128] = "";
    json_t *out = json_object();
    for (char *l = copy ? strtok_r(copy, "\n", &save) : NULL; l; l = strtok_r(NULL, "\n", &save)) {
        char *s = bare(l, "//"), *entry = strstr(s, ".entry "), *func = strstr(s, ".func ");
        if (entry || func) {
            char *at = entry ? entry + 7 : func + 6;
            keep(out, name, &raw, 1);
            if (*at == '(') /* .func (.param .b32 ret) NAME( */
                at = strchr(at, ')') ? strchr(at, ')') + 1 : at;
            at += strspn(at, " ");
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "( \t"), at);
        }
        if (*s && *name && strncmp(s, ".loc", 4) && strncmp(s, ".file", 5))
            text_addf(&raw, "%s\n", s);
        if (!strcmp(s, "}")) {
            keep(out, name, &raw, 1);
            *name = 0;
        }
    }
    keep(out, name, &raw, 1);
    free(copy);
    return out;
}

/* ---- two builds ------------------------------------------------------------------------------------------ */

/* The sources' instructions as {function: [full, brief]}, made in a directory of their own; NULL with `e` set. */
static json_t *instructions(const struct job *j, const json_t *files, int trusted, const char *dir, struct err *e)
{
    struct build own = j->build;
    own.dir = dir;
    own.trusted = trusted;
    if (build_sources(&own, files, e))
        return NULL;
    int cuda = !strcmp(lab_str(&own, "lang"), "cuda");
    struct build_result r = cuda ? build_cubin(&own, files) : build_assembly(&own, files);
    char *at = cuda ? util_path("%s/lab.ptx", dir) : strdup(r.so ? r.so : "");
    char *text = r.ok ? util_read_file(at, TEXT_MOST, e) : NULL;
    json_t *out = text ? cuda ? profile_ptx_split(text) : profile_asm_split(text) : NULL;
    if (!r.ok)
        err_set(e, "The source does not compile: %.600s", text_str(&r.log));
    build_result_finish(&r);
    free(at);
    free(text);
    return out;
}

/* diff -u of two texts, in the box. */
static json_t *diff_of(const struct job *j, const char *then, const char *now)
{
    char *a = util_path("%s/then.txt", j->build.dir), *b = util_path("%s/now.txt", j->build.dir);
    const char *argv[] = { "diff", "-u", "--label", "then", "--label", "now", a, b, NULL };
    struct box box = { .ro = { "/usr", "/lib", "/lib64", "/bin", j->build.dir }, .rw = { "/dev/null" },
                       .cwd = j->build.dir, .cpu_s = 10, .in_fd = -1, .cpu = -1, .as_MiB = 1024 };
    json_t *text = NULL;
    if (!util_write_file(a, then, strlen(then), NULL) && !util_write_file(b, now, strlen(now), NULL)) {
        struct spawn_result s = spawn_wait(argv, &box, NULL, 20);
        int ok = s.end == SPAWN_FLOOD || (s.end == SPAWN_EXIT && s.code < 2);
        text = ok ? job_text(text_str(&s.output))
                  : json_string("They differ. To see where, install diff (Debian: apt install diffutils).");
        text_finish(&s.output);
    }
    free(a);
    free(b);
    return text ? text : json_string("They differ; there was no room to write them down.");
}

static void compare_one(const struct job *j, const char *name, const json_t *then, const json_t *now, json_t *rows)
{
    const char *t = json_string_value(json_array_get(then, 0)), *n = json_string_value(json_array_get(now, 0));
    json_t *row = json_pack("{s:o s:b}", "function", job_text(name), "same", t && n && !strcmp(t, n));
    if (!t || !n) {
        json_object_set_new(row, "only", json_string(t ? "then" : "now"));
    } else if (strcmp(t, n)) {
        const char *bt = json_string_value(json_array_get(then, 1)), *bn = json_string_value(json_array_get(now, 1));
        int brief = strcmp(bt, bn) != 0; /* else they differ in where they jump, or in the order of registers */
        json_object_set_new(row, "diff", diff_of(j, brief ? bt : t, brief ? bn : n));
    }
    json_array_append_new(rows, row);
}

/* The lab's calls first, whatever became of them; of what they lean on, only what differs. */
static json_t *compare_all(const struct job *j, const json_t *then, const json_t *now)
{
    json_t *rows = json_array(), *v;
    const char *name;
    for (size_t k = 0; k < j->lab.ncalls; k++) {
        name = j->lab.calls[k].name;
        if (json_object_get(then, name) || json_object_get(now, name))
            compare_one(j, name, json_object_get(then, name), json_object_get(now, name), rows);
    }
    json_object_foreach((json_t *)now, name, v)
        if (!lab_call(&j->lab, name) && !json_equal(v, json_object_get(then, name)))
            compare_one(j, name, json_object_get(then, name), v, rows);
    json_object_foreach((json_t *)then, name, v)
        if (!lab_call(&j->lab, name) && !json_object_get(now, name))
            compare_one(j, name, v, NULL, rows);
    return rows;
}

int phase_asm(struct job *j, struct err *e)
{
    const json_t *v = json_object_get(j->in, "versus");
    if (!json_is_object(v))
        return err_set(e, "asm: the job names nothing to compare with.");
    double t0 = util_now();
    struct err why = { "" };
    char *a = util_path("%s/asm-then", j->build.dir), *b = util_path("%s/asm-now", j->build.dir);
    job_phase("asm", "start", 0);
    json_t *then = instructions(j, json_object_get(v, "files"), json_is_true(json_object_get(v, "trusted")), a, &why);
    json_t *now = then ? instructions(j, j->files, j->build.trusted, b, &why) : NULL;
    json_t *out = json_pack("{s:s}", "kind", strcmp(lab_str(&j->build, "lang"), "cuda") ? "assembly" : "PTX");
    if (now)
        json_object_set_new(out, "functions", compare_all(j, then, now));
    else
        json_object_set_new(out, "error", job_text(why.text));
    json_object_set_new(j->report, "asm", out);
    json_decref(then);
    json_decref(now);
    free(a);
    free(b);
    job_phase("asm", "done", (util_now() - t0) * 1e3);
    return 0;
}
