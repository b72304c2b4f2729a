/*
 * source.c: sources as text, and with the counters of a report in their margin.
 */
#define _GNU_SOURCE
#include "text_internal.h"
#include "runner/base/js.h"
#include "runner/base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 16 << 20, FILES = 64, NEAR = 3, WHOLE = 200 };

struct source {
    char *text;
    const char **line; /* starts; one more than there are lines */
    int n;
};

struct source *source_open(const struct simt_style *s, const char *file)
{
    if (!file || !*file)
        return NULL;
    char *path = file[0] == '/' || !s->cwd ? strdup(file) : util_path("%s/%s", s->cwd, file);
    char *text = util_read_file(path, FILE_MAX, NULL);
    struct source *f = text ? calloc(1, sizeof *f) : NULL;
    free(path);
    if (!f) {
        free(text);
        return NULL;
    }
    int n = 1;
    for (const char *c = text; *c; c++)
        n += *c == '\n';
    f->text = text;
    f->line = calloc((size_t)n + 1, sizeof *f->line);
    if (!f->line)
        memory_end();
    for (const char *c = text; c; c = strchr(c, '\n') ? strchr(c, '\n') + 1 : NULL) {
        f->line[f->n++] = c;
        if (!*c)
            break;
    }
    f->line[f->n] = text + strlen(text) + 1;
    return f;
}

int source_lines(const struct source *f)
{
    return f ? f->n : 0;
}

const char *source_line(const struct source *f, int line, size_t *n)
{
    *n = 0;
    if (!f || line < 1 || line > f->n)
        return "";
    const char *s = f->line[line - 1];
    *n = strcspn(s, "\n");
    if (*n && s[*n - 1] == '\r')
        --*n;
    return s;
}

void source_close(struct source *f)
{
    if (!f)
        return;
    free(f->text);
    free(f->line);
    free(f);
}

char *source_show(const struct simt_style *s, const char *line, size_t n, int width)
{
    struct text t = {0};
    int at = 0;
    for (size_t k = 0; k < n; k++) {
        if (line[k] != '\t') {
            text_add(&t, line + k, 1);
            at += ((unsigned char)line[k] & 0xc0) != 0x80;
            continue;
        }
        do {
            text_add(&t, " ", 1);
        } while (++at % 8);
    }
    char *clean = util_clean(text_str(&t), t.len, 0);
    text_finish(&t);
    if (!clean)
        return strdup("");
    for (char *c = clean; !s->utf8 && *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    if (width < 8)
        width = 8;
    if (text_columns(clean) > width) {
        char *c = clean;
        for (int k = 0; k < width - 1; k++)
            do {
                c++;
            } while (((unsigned char)*c & 0xc0) == 0x80);
        snprintf(c, strlen(c) + 1, "%s", strlen(c) >= 3 && s->utf8 ? "…" : "~");
    }
    return clean;
}

/* ---- the margin ---------------------------------------------------------------------------------------- */

/* All launches of a line together. */
struct margin {
    double ld_req, ld_sec, st_req, st_sec, sh_req, sh_wave, act, act_n, flops, errors;
};

struct margins {
    const char *file;
    struct margin *m;
    int n, least, most; /* lines that have any: from, to */
};

static struct margin *margin_of(struct margins *f, int line)
{
    enum { LINE_MAX_ = 200000 };
    if (line < 1 || line > LINE_MAX_)
        return NULL;
    if (line >= f->n) {
        int n = line + 256;
        struct margin *more = realloc(f->m, (size_t)n * sizeof *more);
        if (!more)
            return NULL;
        memset(more + f->n, 0, (size_t)(n - f->n) * sizeof *more);
        f->m = more;
        f->n = n;
    }
    f->least = !f->least || line < f->least ? line : f->least;
    f->most = line > f->most ? line : f->most;
    return &f->m[line];
}

static struct margins *file_of(struct margins *list, int *n, const char *file)
{
    for (int k = 0; k < *n; k++)
        if (!strcmp(list[k].file, file))
            return &list[k];
    if (*n == FILES)
        return NULL;
    list[*n] = (struct margins){.file = file};
    return &list[(*n)++];
}

static void gather(struct margins *list, int *n, const json_t *report)
{
    size_t k, j;
    const json_t *l, *o;
    json_array_foreach(json_object_get(report, "launches"), k, l) {
        json_array_foreach(json_object_get(l, "lines"), j, o) {
            struct margins *f = file_of(list, n, util_str(o, "file", "?"));
            struct margin *m = f ? margin_of(f, (int)js_number(o, "line")) : NULL;
            if (!m)
                continue;
            m->ld_req += js_number(o, "g_ld_req");
            m->ld_sec += js_number(o, "g_ld_sec");
            m->st_req += js_number(o, "g_st_req");
            m->st_sec += js_number(o, "g_st_sec");
            m->sh_req += js_number(o, "sh_ld_req") + js_number(o, "sh_st_req");
            m->sh_wave += js_number(o, "sh_wave");
            m->act += js_number(o, "act_thr");
            m->act_n += text_has(o, "act_thr");
            m->flops += js_number(o, "flops");
        }
        json_array_foreach(json_object_get(l, "errors"), j, o) {
            struct margins *f = file_of(list, n, util_str(o, "file", "?"));
            struct margin *m = f ? margin_of(f, (int)js_number(o, "line")) : NULL;
            if (m)
                m->errors += 1;
        }
    }
}

/* Columns that the file has figures for, as many as there is room for: what costs most comes first. */
enum column { COL_LD = 1, COL_ST = 2, COL_SHARED = 4, COL_LANES = 8, COL_FLOP = 16, COL_BOTH = 32 };
enum { CELL = 7 };

static const struct {
    int bit;
    const char *head;
} columns[] = {{COL_LD, "ld s/r"},     {COL_ST, "st s/r"},   {COL_BOTH, "s/req"},
               {COL_SHARED, "sh w/r"}, {COL_LANES, "lanes"}, {COL_FLOP, "FLOP"}};

enum { COLUMNS = sizeof columns / sizeof columns[0] };

static int columns_of(const struct simt_style *s, const struct margins *f)
{
    int have = 0;
    for (int k = f->least; k <= f->most && k < f->n; k++) {
        const struct margin *m = &f->m[k];
        have |= (m->ld_req > 0 ? COL_LD : 0) | (m->st_req > 0 ? COL_ST : 0) |
                (m->sh_req > 0 ? COL_SHARED : 0) | (m->act_n > 0 ? COL_LANES : 0) |
                (m->flops > 0 ? COL_FLOP : 0);
    }
    if (s->width < 70 && have & (COL_LD | COL_ST))
        have = (have & ~(COL_LD | COL_ST | COL_FLOP)) | COL_BOTH;
    return s->width < NARROW ? have & COL_BOTH : have;
}

static int margin_width(const struct simt_style *s, int have)
{
    int n = 1;
    for (int k = 0; k < COLUMNS; k++)
        n += have & columns[k].bit ? CELL : 0;
    return n + (s->width >= NARROW ? 7 : 1);
}

/* "12288", "1.23 M": whole while it fits the column. */
static void put_flops(char *ret, size_t n, double v)
{
    static const char prefix[] = "kMGTP";
    size_t k = 0;
    if (v < 99999.5) {
        snprintf(ret, n, "%.0f", v);
        return;
    }
    for (v /= 1000; v >= 999.5 && k + 2 < sizeof prefix; k++)
        v /= 1000;
    snprintf(ret, n, "%.3g %c", v, prefix[k]);
}

static void cell(const struct simt_style *s, double a, double b, double bad)
{
    char v[32] = "";
    if (b > 0)
        snprintf(v, sizeof v, a / b >= 1000 ? "%.0f" : "%.2f", a / b);
    int hot = b > 0 && bad > 0 && a / b > bad;
    fprintf(s->to, "%s%*s%s", hot ? text_color(s, "red") : "", CELL, v, hot ? text_color(s, "off") : "");
}

static void print_cell(const struct simt_style *s, const struct margin *m, int column)
{
    enum { MANY = 16, CONFLICT = 4 }; /* sectors or wavefronts a request that are worth a colour */
    char f[32] = "";
    switch (column) {
    case COL_LD:
        cell(s, m->ld_sec, m->ld_req, MANY);
        break;
    case COL_ST:
        cell(s, m->st_sec, m->st_req, MANY);
        break;
    case COL_BOTH:
        cell(s, m->ld_sec + m->st_sec, m->ld_req + m->st_req, MANY);
        break;
    case COL_SHARED:
        cell(s, m->sh_wave, m->sh_req, CONFLICT);
        break;
    case COL_LANES:
        cell(s, m->act, m->act_n, 0);
        break;
    case COL_FLOP:
        if (m->flops > 0)
            put_flops(f, sizeof f, m->flops);
        fprintf(s->to, "%*s", CELL, f);
        break;
    }
}

static void print_margin(const struct simt_style *s, const struct margin *m, int line, int have)
{
    static const struct margin none;
    m = m ? m : &none;
    for (int k = 0; k < COLUMNS; k++)
        if (have & columns[k].bit)
            print_cell(s, m, columns[k].bit);
    fprintf(s->to, "%s%s%s", m->errors > 0 ? text_color(s, "red") : "", m->errors > 0 ? "!" : " ",
            m->errors > 0 ? text_color(s, "off") : "");
    if (s->width >= NARROW)
        fprintf(s->to, "%s%5d%s ", text_color(s, "dim"), line, text_color(s, "off"));
}

static void print_heads(const struct simt_style *s, const char *file, int have)
{
    fprintf(s->to, "\n%s", text_color(s, "dim"));
    for (int k = 0; k < COLUMNS; k++)
        if (have & columns[k].bit)
            fprintf(s->to, "%*s", CELL, columns[k].head);
    fprintf(s->to, "%s  %s%s%s\n", text_color(s, "off"), text_color(s, "bold"), file, text_color(s, "off"));
}

static void print_file(const struct simt_style *s, const struct margins *f)
{
    struct source *src = source_open(s, f->file);
    int have = columns_of(s, f), wide = margin_width(s, have), room = s->width - wide, gap = 0;
    if (!src) {
        text_wrap(s, 0, 2, "%s cannot be read here.", f->file);
        return;
    }
    print_heads(s, f->file, have);
    for (int line = 1; line <= source_lines(src) && line <= f->most + NEAR; line++) {
        int near = 0;
        for (int k = line - NEAR; !near && k <= line + NEAR; k++)
            near = k >= f->least && k <= f->most && k < f->n &&
                   memcmp(&f->m[k], &(struct margin){0}, sizeof f->m[k]);
        if (!near && source_lines(src) > WHOLE) {
            gap = 1;
            continue;
        }
        if (gap && line > 1)
            fprintf(s->to, "%s%*s%s%s\n", text_color(s, "dim"), wide, "", s->utf8 ? "⋮" : "...",
                    text_color(s, "off"));
        gap = 0;
        size_t n;
        const char *text = source_line(src, line, &n);
        char *shown = source_show(s, text, n, room);
        print_margin(s, line < f->n ? &f->m[line] : NULL, line, have);
        fprintf(s->to, "%s\n", shown);
        free(shown);
    }
    source_close(src);
}

void simt_print_source(const struct simt_style *s, const json_t *report)
{
    struct margins list[FILES];
    int n = 0;
    gather(list, &n, report);
    for (int k = 0; k < n; k++) {
        print_file(s, &list[k]);
        free(list[k].m);
    }
    if (n && s->width >= 70)
        text_wrap(
            s, 0, 2,
            "ld, st s/r: sectors a global load or store request; sh w/r: wavefronts a shared request; lanes: "
            "active threads an instruction; !: an error.");
}
