/* Of a lab's files, beside it: what is given (its headers), and what of the skeleton was changed. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/diff.h"
#include "runner/base/util.h"
#include "view_lab.h"
#include "runner/base/js.h"

enum { FILE_BYTES = 1 << 20, CONTEXT = 3 };

/* ---- what is given -------------------------------------------------------------- */

static int is_header(const struct dirent *d)
{
    size_t n = strlen(d->d_name);
    return n > 2 && !strcmp(d->d_name + n - 2, ".h");
}

/* Markdown: each header as a block of code under its name. */
static void write_given(const char *dir, FILE *to)
{
    struct dirent **list = NULL;
    int n = scandir(dir, &list, is_header, alphasort);
    for (int k = 0; k < n; k++) {
        struct err e = {""};
        char *path = util_path("%s/%s", dir, list[k]->d_name), *text = util_read_file(path, FILE_BYTES, &e);
        fprintf(to, "## %s\n\n", list[k]->d_name);
        if (text)
            fprintf(to, "````c\n%s%s````\n\n", text, *text && text[strlen(text) - 1] != '\n' ? "\n" : "");
        else
            fprintf(to, "%s\n\n", e.text);
        free(text);
        free(path);
        free(list[k]);
    }
    free(list);
    if (n < 1)
        fprintf(to, "This lab has no header: its task says all.\n");
}

void lab_fill_given(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    pane_markdown(p, l->files ? l->files : "", 0, screen_ascii(v->scr));
}

/* ---- what was changed ----------------------------------------------------------- */

/* A line of the screen each: its sign, and what is shown. */
static void write_changes(const char *name, const char *before, const char *after, FILE *to)
{
    struct diff d = {0};
    int gap = 0;
    if (diff_texts(before, strlen(before), after, strlen(after), &d)) {
        fprintf(to, "#%s: there is no memory to compare it\n", name);
        return;
    }
    if (!d.added && !d.removed)
        fprintf(to, "#%s is still the skeleton\n", name);
    else
        fprintf(to, "#%s: %zu %s added, %zu removed\n", name, d.added, d.added == 1 ? "line" : "lines", d.removed);
    for (size_t k = 0; k < d.n; k++) {
        const struct diff_line *l = &d.line[k];
        if (!diff_near(&d, k, CONTEXT)) {
            gap = 1;
            continue;
        }
        if (gap)
            fprintf(to, "  \n");
        gap = 0;
        fprintf(to, "%c%5d %c %.*s\n", l->sign, l->second ? l->second : l->first, l->sign, (int)l->len, l->text);
    }
    fprintf(to, "\n");
    diff_free(&d);
}

static void write_diff(const struct lab_page *l, const char *dir, FILE *to)
{
    size_t k;
    const json_t *name;
    json_array_foreach(json_object_get(l->lab, "edit"), k, name) {
        struct err e = {""};
        char *skeleton = util_path("%s/skeleton/%s", dir, json_string_value(name)),
             *mine = util_path("%s/%s", l->dir, json_string_value(name));
        char *before = util_read_file(skeleton, FILE_BYTES, &e);
        char *after = before ? util_read_file(mine, FILE_BYTES, &e) : NULL;
        if (after)
            write_changes(json_string_value(name), before, after, to);
        else
            fprintf(to, "#%s: %s\n", json_string_value(name), l->started ? e.text : "not laid out yet: e begins");
        free(before);
        free(after);
        free(skeleton);
        free(mine);
    }
}

void lab_fill_diff(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    for (const char *at = l->files ? l->files : ""; *at;) {
        size_t n = strcspn(at, "\n");
        if (!n) {
            pane_blank(p);
        } else if (*at == '#') {
            pane_text(p, STYLE_HEAD, 0, "%.*s", (int)n - 1, at + 1);
        } else {
            enum style s = *at == '+' ? STYLE_ACCENT : *at == '-' ? STYLE_BAD : STYLE_DIM;
            pane_text(p, s, 0, "%.*s", (int)n - 1, at + 1)->wide = 1;
        }
        at += n + (at[n] == '\n');
    }
    if (!p->n)
        pane_text(p, STYLE_TEXT, 0, "This lab has no file to write.");
}

/* ---- both ----------------------------------------------------------------------- */

void lab_load_files(struct view *v)
{
    struct lab_page *l = v->data;
    size_t n = 0;
    free(l->files);
    l->files = NULL;
    if (l->show != SHOW_GIVEN && l->show != SHOW_DIFF)
        return;
    FILE *to = open_memstream(&l->files, &n);
    char *dir = util_below(v->app->root, js_text(l->lab, "dir"));
    if (to && l->show == SHOW_GIVEN)
        write_given(dir, to);
    else if (to)
        write_diff(l, dir, to);
    if (to)
        fclose(to);
    free(dir);
}
