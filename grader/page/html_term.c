/* html_term.c: the labs of a term beside each other: how the grades of each lie, and what each student comes to. */
#include "html.h"

#include <stdbool.h>
#include <string.h>

enum { BAR = 14, HIGH = 36 };

static void add_plot(struct text *to, const json_t *lab)
{
    const json_t *bins = json_object_get(lab, "bins"), *b;
    json_int_t most = 1;
    size_t k, n = json_array_size(bins);
    json_array_foreach(bins, k, b)
        most = json_integer_value(b) > most ? json_integer_value(b) : most;
    text_addf(to, "<svg role=\"img\" aria-label=\"Students by tenths of the points:");
    json_array_foreach(bins, k, b)
        text_addf(to, " %lld", (long long)json_integer_value(b));
    text_addf(to, "\" width=\"%zu\" height=\"%d\">", n * BAR, HIGH + 1);
    json_array_foreach(bins, k, b) {
        int h = (int)(json_integer_value(b) * HIGH / most);
        text_addf(to, "<rect x=\"%zu\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#446\"/>", k * BAR + 1, HIGH - h,
                  BAR - 2, h);
    }
    text_addf(to, "<path d=\"M0 %d.5h%zu\" stroke=\"#999\"/></svg>", HIGH, n * BAR);
}

static void add_share(struct text *to, const json_t *share)
{
    text_addf(to, "<td class=\"n\">");
    if (json_is_number(share))
        text_addf(to, "%.1f %%", 100 * json_number_value(share));
    else
        text_addf(to, "\xe2\x80\x93");
    text_addf(to, "</td>");
}

static void add_lab(struct text *to, const json_t *lab, double weights)
{
    double weight = json_number_value(json_object_get(lab, "weight"));
    text_addf(to, "<tr><td class=\"w\">");
    html_text(to, util_str(lab, "lab", ""));
    text_addf(to, "</td><td class=\"n\">%lld</td>", (long long)json_integer_value(json_object_get(lab, "graded")));
    add_share(to, json_object_get(lab, "median"));
    text_addf(to, "<td class=\"n\">%.1f %%</td><td>", weights > 0 ? 100 * weight / weights : 0);
    add_plot(to, lab);
    text_addf(to, "</td></tr>\n");
}

static bool is_dropped(const json_t *row, const char *lab)
{
    size_t k;
    const json_t *d;
    json_array_foreach(json_object_get(row, "dropped"), k, d)
        if (!strcmp(json_string_value(d), lab))
            return true;
    return false;
}

static void add_student(struct text *to, const json_t *row, const json_t *labs)
{
    size_t k;
    const json_t *l;
    text_addf(to, "<tr><td class=\"k\">");
    html_cell(to, util_str(row, "key", ""));
    text_addf(to, "</td><td class=\"a\">");
    html_cell(to, util_str(row, "name", ""));
    text_addf(to, "</td><td>");
    html_cell(to, util_str(row, "section", ""));
    text_addf(to, "</td>");
    add_share(to, json_object_get(row, "total"));
    json_array_foreach(labs, k, l) {
        const char *lab = util_str(l, "lab", "");
        const json_t *share = json_object_get(json_object_get(row, "labs"), lab);
        if (json_is_number(share))
            text_addf(to, "<td class=\"n\">%.1f%s</td>", 100 * json_number_value(share),
                      is_dropped(row, lab) ? " *" : "");
        else
            text_addf(to, "<td class=\"n\">\xe2\x80\x93</td>");
    }
    text_addf(to, "</tr>\n");
}

void html_term(const char *title, const json_t *total, struct text *to)
{
    const json_t *labs = json_object_get(total, "labs"), *v;
    double weights = 0;
    size_t k;
    html_begin(to, title, "@media(max-width:700px){.o{border-right:1px dashed #888}}\n");
    json_array_foreach(labs, k, v)
        weights += json_number_value(json_object_get(v, "weight"));
    text_addf(to, "<div class=\"o\"><table><tr><th>Lab</th><th>Graded</th><th>Median</th><th>Weight</th>"
                  "<th>Grades, 0 to 100 %% of the points</th></tr>\n");
    json_array_foreach(labs, k, v)
        add_lab(to, v, weights);
    text_addf(to, "</table></div>\n<h2>Students</h2>\n<div class=\"o\"><table><tr><th>Id</th><th>Name</th>"
                  "<th>Section</th><th>Total</th>");
    json_array_foreach(labs, k, v) {
        text_addf(to, "<th>");
        html_text(to, util_str(v, "lab", ""));
        text_addf(to, "</th>");
    }
    text_addf(to, "</tr>\n");
    json_array_foreach(json_object_get(total, "rows"), k, v)
        add_student(to, v, labs);
    text_addf(to, "</table></div>\n<p>Per cent of each lab's points; what was not handed in is 0, who is excused has "
                  "a dash. Total: the mean by the weights; a share that is marked * is left out.</p>\n");
    html_end(to);
}
