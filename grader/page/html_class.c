/* html_class.c: a class in a lab: what was asked, what was reached, and by whom. */
#include "html.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "grader/export/export_internal.h"
#include "grader/class/items.h"
#include "grader/class/late.h"

enum { BINS = 10, BAR_WIDTH = 44, BAR_HEIGHT = 120, MAX_MILESTONES = 200, MAX_MISTAKES = 20 };

/* ---- policy ----------------------------------------------------------------------------- */

static void add_due(struct text *to, const struct late_policy *p, const json_t *policy)
{
    if (!p->has_due) {
        text_addf(to, "No due time is set: nothing is late.");
        return;
    }
    json_t *due = json_integer(p->due);
    text_addf(to, "Due ");
    html_time_in(to, due, policy);
    json_decref(due);
    if (p->grace > 0)
        text_addf(to, ", with a grace period of %g minute%s", (double)p->grace / 60e3, p->grace == 60000 ? "" : "s");
    if (p->percent_per_day > 0)
        text_addf(to, "; each day begun after that costs %g %% of the points reached.", p->percent_per_day);
    else if (p->percent_per_hour > 0)
        text_addf(to, "; each hour begun after that costs %g %% of the points reached.", p->percent_per_hour);
    else
        text_addf(to, "; late submissions lose nothing.");
    if (p->cutoff > 0)
        text_addf(to, " What comes more than %g hours late counts for nothing.", (double)p->cutoff / 3600e3);
}

static void add_policy(struct text *to, const struct html_class *c)
{
    struct late_policy p = late_from_json(c->policy);
    text_addf(to, "<p>Lab ");
    html_text(to, c->class->lab);
    text_addf(to, ". ");
    add_due(to, &p, c->policy);
    text_addf(to, " Of several submissions the %s counts.</p>\n", p.keep == LATE_LAST ? "last" : "best");
}

/* What the visible cases of each round came from: the same for all. */
static void add_seeds(struct text *to, const json_t *seeds)
{
    size_t k;
    const json_t *s;
    if (!json_array_size(seeds))
        return;
    text_addf(to, "<p>Seed of the visible cases' inputs, the same for the whole class: ");
    json_array_foreach(seeds, k, s)
        text_addf(to, "%s%lld (round %lld, %s)", k ? ", " : "",
                  (long long)json_integer_value(json_object_get(s, "seed")),
                  (long long)json_integer_value(json_object_get(s, "round")),
                  json_is_true(json_object_get(s, "given")) ? "given" : "drawn");
    text_addf(to, ".</p>\n");
}

/* ---- distribution ----------------------------------------------------------------------- */

/* How many grades lie in each tenth of what could be reached; the last has its upper end, too. Returns their sum. */
static int count_bins(const struct export_class *c, int bin[BINS])
{
    int graded = 0;
    size_t k;
    const json_t *row;
    json_array_foreach(c->rows, k, row) {
        double grade, max;
        if (!export_value(row, "grade", &grade) || !export_value(row, "max", &max) || max <= 0)
            continue;
        double share = grade / max * BINS;
        bin[share < 0 ? 0 : share >= BINS ? BINS - 1 : (int)share]++;
        graded++;
    }
    return graded;
}

static void add_bar(struct text *to, int k, int n, int most)
{
    int x = k * BAR_WIDTH + 2, h = n * BAR_HEIGHT / most;
    text_addf(to, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#446\"/>\n", x, 16 + BAR_HEIGHT - h,
              BAR_WIDTH - 4, h);
    if (n)
        text_addf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x + BAR_WIDTH / 2 - 2,
                  12 + BAR_HEIGHT - h, n);
    text_addf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d\xe2\x80\x93%d</text>\n",
              x + BAR_WIDTH / 2 - 2, 30 + BAR_HEIGHT, k * 100 / BINS, (k + 1) * 100 / BINS);
}

static void add_distribution(struct text *to, const struct export_class *c)
{
    int bin[BINS] = { 0 }, graded = count_bins(c, bin), most = 1;
    text_addf(to, "<h2>Grades</h2>\n<p>%d of %zu %s a grade.</p>\n", graded, json_array_size(c->rows),
              json_array_size(c->rows) == 1 ? "student has" : "students have");
    if (!graded)
        return;
    for (int k = 0; k < BINS; k++)
        most = bin[k] > most ? bin[k] : most;
    text_addf(to,
              "<svg role=\"img\" aria-label=\"Students by per cent of the points\" width=\"%d\" height=\"%d\" "
              "viewBox=\"0 0 %d %d\" font-size=\"11\" font-family=\"sans-serif\">\n",
              BINS * BAR_WIDTH, BAR_HEIGHT + 36, BINS * BAR_WIDTH, BAR_HEIGHT + 36);
    for (int k = 0; k < BINS; k++)
        add_bar(to, k, bin[k], most);
    text_addf(to, "</svg>\n<p>Students, by per cent of the points.</p>\n");
}

/* ---- milestones ------------------------------------------------------------------------- */

/* A share, or a dash. */
static void add_share(struct text *to, const json_t *v, const char *format, double by)
{
    text_addf(to, "<td class=\"n\">");
    if (json_is_number(v))
        text_addf(to, format, by * json_number_value(v));
    else
        text_addf(to, "\xe2\x80\x93");
    text_addf(to, "</td>");
}

static void add_milestones(struct text *to, const json_t *items)
{
    size_t k;
    const json_t *m;
    text_addf(to, "<h2>Milestones</h2>\n<div class=\"o\"><table><tr><th>Milestone</th><th>Points</th><th>Passed by</th>"
                  "<th>Failed by</th><th>Facility</th><th>Discrimination</th></tr>\n");
    json_array_foreach(json_object_get(items, "milestones"), k, m) {
        if (k == MAX_MILESTONES)
            break;
        text_addf(to, "<tr><td>");
        html_text(to, util_str(m, "id", ""));
        text_addf(to, "</td>");
        html_number_cell(to, m, "max");
        text_addf(to, "<td class=\"n\">%.0f</td><td class=\"n\">%.0f</td>",
                  json_number_value(json_object_get(m, "passed")), json_number_value(json_object_get(m, "failed")));
        add_share(to, json_object_get(m, "facility"), "%.0f %%", 100);
        add_share(to, json_object_get(m, "discrimination"), "%.2f", 1);
        text_addf(to, "</tr>\n");
    }
    text_addf(to, "</table></div>\n<p>Facility: the points reached, of those there were. Discrimination: how the "
                  "points of "
                  "this milestone go with those of the others; near 0 or below, it does not tell who understood "
                  "the rest. It takes %d gradings.</p>\n", ITEMS_LEAST);
}

static void add_mistakes(struct text *to, const json_t *items)
{
    size_t k;
    const json_t *m, *list = json_object_get(items, "mistakes");
    if (!json_array_size(list))
        return;
    text_addf(to, "<h2>Mistakes, the commonest first</h2>\n<table><tr><th>Students</th><th>Milestone</th>"
                  "<th>What</th></tr>\n");
    json_array_foreach(list, k, m) {
        if (k == MAX_MISTAKES)
            break;
        text_addf(to, "<tr><td class=\"n\">%zu</td><td>", json_array_size(json_object_get(m, "students")));
        html_text(to, util_str(m, "milestone", ""));
        text_addf(to, "</td><td>");
        html_text(to, util_str(m, "what", ""));
        text_addf(to, "</td></tr>\n");
    }
    text_addf(to, "</table>\n");
}

/* ---- students --------------------------------------------------------------------------- */

char *html_student_file(const char *key)
{
    char *name = export_file_name(key), *file = util_path("student-%s.html", name);
    free(name);
    return file;
}

void html_cell(struct text *to, const char *s)
{
    struct text cell = { 0 };
    export_cell(&cell, s, ',');
    const char *as = text_str(&cell);
    if (*s != '\'' && (*as == '\'' || !strncmp(as, "\"'", 2)))
        text_addf(to, "'");
    html_text(to, s);
    text_finish(&cell);
}

/* The file's name as an address: its %XX are part of the name. */
static void add_link(struct text *to, const char *key)
{
    char *file = html_student_file(key);
    text_addf(to, "<a href=\"");
    for (const char *p = file; *p; p++)
        text_addf(to, *p == '%' ? "%%25" : "%c", *p);
    text_addf(to, "\">");
    html_cell(to, key);
    text_addf(to, "</a>");
    free(file);
}

static void add_student(struct text *to, const json_t *row, double copied)
{
    double late;
    text_addf(to, "<tr><td class=\"k\">");
    add_link(to, util_str(row, "key", ""));
    text_addf(to, "</td><td class=\"a\">");
    html_cell(to, util_str(row, "name", ""));
    text_addf(to, "</td><td class=\"w\">");
    html_status(to, util_str(row, "status", ""));
    text_addf(to, "</td>");
    html_number_cell(to, row, "points");
    html_number_cell(to, row, "max");
    text_addf(to, "<td>");
    html_text(to, util_str(row, "stage", ""));
    text_addf(to, "</td><td class=\"n\">");
    if (export_value(row, "late_days", &late) && late > 0)
        text_addf(to, "%.0f d", late);
    text_addf(to, "</td>");
    html_number_cell(to, row, "grade");
    text_addf(to, "<td>");
    html_text(to, util_str(json_object_get(row, "adjust"), "marks", ""));
    text_addf(to, copied > 0 ? " =</td><td>" : "</td><td>");
    html_text(to, util_str(row, "sandbox", ""));
    text_addf(to, "</td></tr>\n");
}

static bool is_open(const json_t *row)
{
    const char *s = util_str(row, "status", "");
    return !adjust_decides(row) && (!strcmp(s, "HELD") || !strcmp(s, "INCONCLUSIVE") || !strcmp(s, "SUSPICIOUS") ||
                                    !strcmp(s, "REFUSED"));
}

/* What is left to a person, and how to go on. */
static void add_open(struct text *to, const struct html_class *c)
{
    size_t k, n = 0;
    const json_t *row;
    json_array_foreach(c->class->rows, k, row) {
        if (!is_open(row))
            continue;
        text_addf(to, n++ ? "<li>" : "<h2>Yours to decide</h2>\n<ul>\n<li>");
        add_link(to, util_str(row, "key", ""));
        text_addf(to, ", ");
        html_status(to, util_str(row, "status", ""));
        text_addf(to, ": ");
        html_text(to, util_str(row, "why", "see the page"));
        text_addf(to, "</li>\n");
    }
    if (!n)
        return;
    text_addf(to, "</ul>\n<p>HELD: not graded yet, and no point is lost. INCONCLUSIVE, SUSPICIOUS: what was right "
                  "counts, what cannot be believed does not. <code>ridge regrade --lab ");
    html_text(to, c->class->lab);
    text_addf(to, " --only ID</code> grades one of them again: noise on a quiet machine, a GPU's times on another "
                  "one. With --yes, what comes of it counts. REFUSED: nothing was graded; "
                  "<code>ridge grade</code> takes what you accept from a folder named by the id.</p>\n");
}

/* What was decided of one student, why, and what the grade would be without it. */
static void add_adjusted(struct text *to, const struct html_class *c)
{
    size_t k, n = 0;
    const json_t *row;
    json_array_foreach(c->class->rows, k, row) {
        struct text said = { 0 };
        if (!json_is_object(json_object_get(row, "adjust")))
            continue;
        if (!n++)
            text_addf(to, "<h2>Adjusted by hand</h2>\n<div class=\"o\"><table><tr><th>Id</th><th>What, and why</th>"
                          "<th>Measured</th></tr>\n");
        text_addf(to, "<tr><td class=\"k\">");
        add_link(to, util_str(row, "key", ""));
        text_addf(to, "</td><td>");
        adjust_sentences(row, &said);
        html_text(to, text_str(&said));
        text_addf(to, "</td>");
        html_number_cell(to, json_object_get(json_object_get(row, "adjust"), "measured"), "grade");
        text_addf(to, "</tr>\n");
        text_finish(&said);
    }
    text_addf(to, n ? "</table></div>\n" : "");
}

/* ---- resemblance ---------------------------------------------------------------------------- */

static double copied_share(const struct html_class *c, const char *key)
{
    size_t k;
    const json_t *d;
    json_array_foreach(json_object_get(c->resemblance, "copies"), k, d)
        if (!strcmp(util_str(d, "who", ""), key))
            return json_number_value(json_object_get(d, "share"));
    return 0;
}

static void add_cluster(struct text *to, const json_t *cluster)
{
    size_t k;
    const json_t *m;
    double least = 100 * json_number_value(json_object_get(cluster, "least"));
    double most = 100 * json_number_value(json_object_get(cluster, "most"));
    text_addf(to, "<li>");
    json_array_foreach(json_object_get(cluster, "members"), k, m) {
        text_addf(to, k ? ", " : "");
        add_link(to, util_str(m, "who", ""));
    }
    text_addf(to, most - least >= 1 ? ": %.0f to %.0f %%</li>\n" : ": %.0f %%</li>\n", most - least >= 1 ? least : most,
              most);
}

static void add_resemblance(struct text *to, const struct html_class *c)
{
    const json_t *copies = json_object_get(c->resemblance, "copies"), *d;
    const json_t *clusters = json_object_get(c->resemblance, "clusters");
    size_t k;
    if (!json_array_size(copies) && !json_array_size(clusters))
        return;
    text_addf(to, "<h2>Hand-ins that resemble each other</h2>\n<ul>\n");
    json_array_foreach(copies, k, d) {
        text_addf(to, "<li>");
        add_link(to, util_str(d, "who", ""));
        text_addf(to, ": %.0f %% of what is not the skeleton is the reference solution</li>\n",
                  100 * json_number_value(json_object_get(d, "share")));
    }
    json_array_foreach(clusters, k, d)
        add_cluster(to, d);
    text_addf(to, "</ul>\n<p>A reason to read both sources, and no verdict: <code>ridge similar ");
    html_text(to, c->class->lab);
    text_addf(to, " --html FILE</code> shows them side by side. The students' pages say nothing of it.</p>\n");
}

void html_class(const struct html_class *c, struct text *to)
{
    size_t k;
    const json_t *row;
    html_begin(to, c->class->title, "svg{max-width:100%;height:auto}@media(max-width:700px){.o{border-right:1px dashed "
                                   "#888}}\n");
    add_policy(to, c);
    add_seeds(to, c->seeds);
    add_distribution(to, c->class);
    json_t *items = items_of(c->lab, c->class->rows);
    add_milestones(to, items);
    add_mistakes(to, items);
    json_decref(items);
    add_open(to, c);
    add_adjusted(to, c);
    add_resemblance(to, c);
    text_addf(to, "<h2>Students</h2>\n<div "
                  "class=\"o\"><table><tr><th>Id</th><th>Name</th><th>Status</th><th>Points</th>"
                  "<th>of</th><th>Stage</th><th>Late</th><th>Grade</th><th>Adjusted</th><th>Sandbox</th></tr>\n");
    json_array_foreach(c->class->rows, k, row)
        add_student(to, row, copied_share(c, util_str(row, "key", "")));
    text_addf(to, "</table></div>\n<p>The grade is the points less what being late costs. Adjusted: d the due "
                  "time, e excused, p points by hand, = the work is the reference's. Sandbox: the level that the "
                  "submission was run under.</p>\n");
    html_end(to);
}
