/* class_total.c: ridge class --total: what the labs of a term come to, as a table, a file or a page; and plots of
 * them. */
#include <stdio.h>
#include <string.h>

#include "cli_class.h"
#include "cli_table.h"
#include "grader/class/total.h"
#include "grader/export/export.h"
#include "grader/page/html.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

/* What the course in whose folders this is says of its class; NULL: nothing. Yours. */
static json_t *rules_of(struct cli *c)
{
    json_t *about = c->app.course ? curriculum_pack(c->app.cur, ".") : NULL;
    json_t *rules = json_incref(json_object_get(about, "class"));
    json_decref(about);
    return rules;
}

/* Eighths of the tallest; ASCII where the terminal has no more. */
static void add_plot(struct text *to, const json_t *bins)
{
    static const char *const blocks[] = { "\u00b7", "\u2581", "\u2582", "\u2583", "\u2584",
                                          "\u2585", "\u2586", "\u2587", "\u2588" };
    static const char plain[] = "_.:-=+*#@";
    json_int_t most = 1;
    size_t k;
    const json_t *b;
    json_array_foreach(bins, k, b)
        most = json_integer_value(b) > most ? json_integer_value(b) : most;
    json_array_foreach(bins, k, b) {
        json_int_t n = json_integer_value(b), high = n ? 1 + (n * 8 - 1) / most : 0;
        high = high > 8 ? 8 : high;
        if (cli_utf8())
            text_addf(to, "%s", blocks[high]);
        else
            text_addf(to, "%c", plain[high]);
    }
}

json_t *cli_class_plots(const json_t *sheet)
{
    json_t *total = total_of(sheet, NULL), *ret = json_object();
    size_t k;
    const json_t *l;
    json_array_foreach(json_object_get(total, "labs"), k, l) {
        struct text line = { 0 };
        add_plot(&line, json_object_get(l, "bins"));
        json_object_set_new(ret, js_text(l, "lab"), json_string(text_str(&line)));
        text_finish(&line);
    }
    json_decref(total);
    return ret;
}

static void add_student(struct cli_table *t, const json_t *row)
{
    const json_t *share = json_object_get(row, "total"), *d;
    struct text dropped = { 0 };
    size_t k;
    json_array_foreach(json_object_get(row, "dropped"), k, d)
        text_addf(&dropped, "%s%s", k ? ", " : "", json_string_value(d));
    cli_table_cell(t, NULL, js_text(row, "key"));
    cli_table_cell(t, NULL, js_text(row, "name"));
    cli_table_cell(t, NULL, js_text(row, "section"));
    if (json_is_number(share))
        cli_table_cellf(t, NULL, "%.1f %%", 100 * json_number_value(share));
    else
        cli_table_cell(t, NULL, "-");
    cli_table_cell(t, NULL, text_str(&dropped));
    text_finish(&dropped);
}

static void print_weights(const json_t *total)
{
    const json_t *labs = json_object_get(total, "labs"), *l;
    double all = 0;
    size_t k;
    json_array_foreach(labs, k, l)
        all += js_number(l, "weight");
    printf("\n%s", json_is_true(json_object_get(total, "weighted")) ? "Weights of the course's pack.lua:"
                                                                    : "Each lab weighs its points:");
    json_array_foreach(labs, k, l)
        printf("%s %s %.1f %%", k ? "," : "", js_text(l, "lab"), all > 0 ? 100 * js_number(l, "weight") / all : 0);
    printf(".\n");
    json_array_foreach(json_object_get(total, "unknown"), k, l)
        printf("%s has a weight and no hand-in yet: it does not count.\n", json_string_value(l));
    if (js_number(total, "drop_lowest") > 0)
        printf("Left out are each student's %.0f lowest, but for the last one.\n", js_number(total, "drop_lowest"));
}

static void print_total(const struct cli *c, const json_t *total)
{
    static const struct cli_table_column columns[] = {
        { .head = "key", .least = 12 }, { .head = "name", .least = 16 }, { .head = "section", .rank = 2, .least = 7 },
        { .head = "total", .right = true }, { .head = "left out", .rank = 1, .least = 10 }
    };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    size_t k;
    const json_t *row;
    json_array_foreach(json_object_get(total, "rows"), k, row)
        add_student(t, row);
    cli_table_print(c, t);
    print_weights(total);
}

static enum app_exit write_to(struct cli *c, const char *path, struct text *t)
{
    struct err e;
    int rc = t->dropped ? err_set(&e, "There is no memory for %s.", path) : export_write(path, text_str(t), t->len, &e);
    text_finish(t);
    return rc ? app_fail(&c->app, APP_CONFIG, "%s", e.text) : APP_OK;
}

enum app_exit cli_class_total(struct cli *c, const json_t *sheet)
{
    json_t *rules = rules_of(c), *total = total_of(sheet, rules);
    struct text page = { 0 }, table = { 0 };
    enum app_exit code = APP_OK;
    if (c->opt.html) {
        html_term("The class over all labs", total, &page);
        if (*c->opt.html)
            code = write_to(c, c->opt.html, &page);
        else
            fputs(text_str(&page), stdout);
        text_finish(&page);
    }
    if (code == APP_OK && c->opt.out) {
        export_total(total, &table);
        code = write_to(c, c->opt.out, &table);
    }
    if (code == APP_OK && c->app.json)
        cli_json(json_incref(total));
    else if (code == APP_OK && !c->opt.html && !c->opt.out)
        print_total(c, total);
    json_decref(total);
    json_decref(rules);
    return code;
}
