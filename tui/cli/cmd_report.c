/* report: what the learner has to show, as a page or a document. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "fold.h"
#include "grader/export/export.h"
#include "tui/app/portfolio.h"
#include "runner/base/figure.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

static void print_verbatim(const struct text *t)
{
    fold_verbatim(true);
    fwrite(text_str(t), 1, t->len, stdout);
    fold_verbatim(false);
}

static int write_page(struct cli *c, const json_t *doc, const char *path)
{
    struct text page = { .cap = 256 << 20 };
    struct err e = { "" };
    portfolio_html(doc, &page);
    int rc = APP_OK;
    if (!path || !strcmp(path, "-"))
        print_verbatim(&page);
    else if (export_write(path, text_str(&page), page.len, &e))
        rc = cli_fail(c, app_fail(&c->app, APP_CONFIG, "%s", e.text));
    else
        printf("%s: one page, to be opened in a browser or printed.\n", path);
    text_finish(&page);
    return rc;
}

static int write_json(struct cli *c, json_t *doc, const char *path)
{
    struct err e = { "" };
    struct text t = { .cap = 256 << 20 };
    if (!path)
        return cli_json(json_incref(doc));
    char *s = json_dumps(doc, JSON_INDENT(2) | JSON_SORT_KEYS);
    text_addf(&t, "%s\n", s);
    int rc =
        export_write(path, text_str(&t), t.len, &e) ? cli_fail(c, app_fail(&c->app, APP_CONFIG, "%s", e.text)) : APP_OK;
    text_finish(&t);
    free(s);
    return rc;
}

static void print_texts(const json_t *answers)
{
    size_t k;
    const json_t *row;
    json_array_foreach(answers, k, row)
        if (*js_text(row, "assessed"))
            printf("  %s %s: %s\n", js_text(row, "owner"), js_text(row, "question"), js_text(row, "assessed"));
}

static const char *name_of(const char *scope)
{
    return scope + (strncmp(scope, "deep/", 5) ? 0 : 5);
}

static void print_chapters(const json_t *doc)
{
    size_t k;
    const json_t *x;
    char exercises[FIGURE], texts[FIGURE];
    json_array_foreach(json_object_get(doc, "chapters"), k, x)
        printf("  %-22s %.0f of %s right, %.0f of %s ticked, %.0f of %.0f sections read\n", name_of(js_text(x, "id")),
               js_number(x, "right"), figure_of(js_number(x, "exercises"), "exercise", exercises),
               js_number(x, "written"), figure_of(js_number(x, "texts"), "text", texts), js_number(x, "ticked"),
               js_number(x, "sections"));
    json_array_foreach(json_object_get(doc, "sittings"), k, x)
        printf("  interview %-12s %s %s\n", name_of(js_text(x, "scope")),
               cli_mark(json_is_true(json_object_get(x, "passed")) ? "PASS" : "FAIL"), js_text(x, "words"));
}

static void print_summary(const json_t *doc)
{
    const json_t *j = json_object_get(doc, "journey"), *lab, *p;
    size_t k, q;
    double attempts = js_number(j, "attempts"), days = js_number(j, "days");
    printf("%s: %.0f of %.0f labs passed, with %.0f attempt%s on %.0f day%s.\n", js_text(doc, "title"),
           js_number(j, "labs_passed"), js_number(j, "labs_ready"), attempts, attempts == 1 ? "" : "s", days,
           days == 1 ? "" : "s");
    json_array_foreach(json_object_get(doc, "labs"), k, lab) {
        const char *stage = js_text(lab, "stage");
        printf("  %-22s %s %-9s %4.4g of %.4g%s%s\n", js_text(lab, "id"), cli_mark(js_text(lab, "status")),
               js_text(lab, "status"), js_number(lab, "points"), js_number(lab, "max"), *stage ? "  ★ " : "", stage);
        json_array_foreach(json_object_get(lab, "pairs"), q, p) {
            double before = js_number(json_object_get(p, "before"), "ratio");
            double after = js_number(json_object_get(p, "after"), "ratio");
            if (before == after)
                printf("    %-14s %.3g of the reference\n", js_text(p, "bench"), after);
            else
                printf("    %-14s %.3g to %.3g of the reference\n", js_text(p, "bench"), before, after);
        }
        print_texts(json_object_get(lab, "answers"));
    }
    print_texts(json_object_get(doc, "answers"));
    print_chapters(doc);
    json_array_foreach(json_object_get(doc, "opened"), k, lab)
        printf("  %s was opened by hand%s%s\n", js_text(lab, "subject"), *js_text(lab, "reason") ? ": " : "",
               js_text(lab, "reason"));
    printf("`ridge report --html FILE` makes a page of it.\n");
}

int cmd_report(struct cli *c)
{
    const struct portfolio_scope scope = { (int)c->opt.week, (int)c->opt.part };
    const char *html = c->opt.html, *out = c->opt.out;
    if (scope.week && scope.part)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "--week or --part, not both."));
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    json_t *doc = portfolio_build(&c->app, &scope);
    if (!doc)
        return cli_fail(c, APP_USAGE);
    int rc = APP_OK;
    if (c->app.json)
        rc = write_json(c, doc, out);
    else if (html || out)
        rc = write_page(c, doc, html && *html ? html : out);
    else
        print_summary(doc);
    json_decref(doc);
    return rc;
}
