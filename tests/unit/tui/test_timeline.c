/* test_timeline.c: rows that may be anybody's, what is exposed, cells, ruler and picture. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/page/timeline.h"
#include "tui/app/timeline_text.h"
#include "runner/base/util.h"

static struct timeline *read_rows(const char *rows)
{
    char *s = NULL;
    json_error_t e;
    cr_assert_gt(asprintf(&s, "{\"case\":\"big\",\"call\":\"step\",\"dropped\":0,\"rows\":[%s]}", rows), 0);
    json_t *entry = json_loads(s, 0, &e);
    cr_assert_not_null(entry, "%s: %s", s, e.text);
    struct timeline *t = timeline_read(entry);
    json_decref(entry);
    free(s);
    return t;
}

/* Rank 0 computes 0 to 40 and 50 to 60, waits 40 to 50 and 60 to 80 (inside a collective); its send is beside. */
#define EXAMPLE                                                                                            \
    "[0,0,0,40,\"compute\",\"forward\",0,-1],[0,0,40,50,\"wait\",\"comm_wait\",0,-1],"                     \
    "[0,0,50,60,\"compute\",\"sum\",0,-1],[0,0,40,80,\"collective\",\"comm_all_reduce\",0,-1],"            \
    "[0,1,20,60,\"send\",\"comm_isend\",4096,1],[1,0,0,100,\"compute\",\"forward\",0,-1],"                 \
    "[0,1,10,70,\"run\",\"function\",0,-1]"

Test(timeline, lanes_are_streams_and_sends)
{
    static const char *const names[] = { "r0", "r0 s1", "r0 send", "r1" };
    struct timeline *t = read_rows(EXAMPLE);
    char name[24];
    cr_assert_eq(t->nlanes, 4);
    cr_assert_eq(t->ranks, 2);
    cr_assert_eq(t->end, 100);
    for (int k = 0; k < 4; k++) {
        timeline_lane_name(&t->lane[k], name);
        cr_assert_str_eq(name, names[k]);
    }
    timeline_free(t);
}

Test(timeline, what_is_exposed_is_counted_once)
{
    struct timeline *t = read_rows(EXAMPLE);
    const struct timeline_lane *l = timeline_exposed(t);
    cr_assert_eq(l->rank, 0);
    cr_assert_eq(l->compute, 50);
    cr_assert_eq(l->uncovered, 30, "wait and collective overlap: %g", l->uncovered);
    cr_assert_eq(l->nspans, 2);
    cr_assert_eq(t->span[l->span].t1, 50);
    timeline_free(t);
}

Test(timeline, computes_that_overlap_count_once)
{
    struct timeline *t = read_rows("[0,0,0,10,\"compute\",\"a\",0,-1],[0,0,5,10,\"compute\",\"b\",0,-1],"
                                   "[0,0,5,20,\"wait\",\"w\",0,-1],[0,0,10,20,\"wait\",\"w\",0,-1]");
    cr_assert_eq(t->lane[0].compute, 10);
    cr_assert_eq(t->lane[0].uncovered, 10);
    cr_assert_eq(t->lane[0].nspans, 1);
    timeline_free(t);
}

static const char *const refused[] = {
    "[0,0,-1,5,\"compute\",\"a\",0,-1]",
    "[0,0,5,5,\"compute\",\"a\",0,-1]",
    "[0,0,5,4,\"compute\",\"a\",0,-1]",
    "[0,0,null,5,\"compute\",\"a\",0,-1]",
    "[0,0,0,1e300,\"compute\",\"a\",0,-1]",
    "[-1,0,0,5,\"compute\",\"a\",0,-1]",
    "[64,0,0,5,\"compute\",\"a\",0,-1]",
    "[0,16,0,5,\"compute\",\"a\",0,-1]",
    "[0.5,0,0,5,\"compute\",\"a\",0,-1]",
    "[0,0,0,5,\"sleep\",\"a\",0,-1]",
    "[0,0,0,5,\"compute\",7,0,-1]",
    "[0,0,0,5,\"send\",\"a\",-4,1]",
    "[0,0,0,5,\"send\",\"a\",4,64]",
    "[0,0,0,5,\"send\",\"a\",4,-2]",
    "[0,0,0,5,\"compute\",\"a\",0]",
    "[0,0,0,5,\"compute\",\"a\",0,-1,0]",
    "{\"rank\":0}",
    "[9223372036854775807,0,0,5,\"run\",\"a\",0,-1]",
    "null",
    "\"row\"",
    "[[0],0,0,5,\"compute\",\"a\",0,-1]",
    "[0,0,0,5e-324,\"compute\",\"a\",0,-1]", /* no ruler has marks that close */
};

Test(timeline, a_row_that_cannot_be_is_left_out_and_counted)
{
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        char rows[200];
        cr_assert_null(read_rows(refused[k]), "%s", refused[k]);
        snprintf(rows, sizeof rows, "%s,[0,0,0,5,\"compute\",\"a\",0,-1]", refused[k]);
        struct timeline *t = read_rows(rows);
        cr_assert_not_null(t, "%s", refused[k]);
        cr_assert_eq(t->n, 1, "%s", refused[k]);
        cr_assert_eq(t->refused, 1, "%s", refused[k]);
        timeline_free(t);
    }
}

Test(timeline, what_is_no_entry_is_none)
{
    static const char *const odd[] = { "null", "[]", "{}", "{\"rows\":7}", "{\"rows\":[]}", "{\"rows\":{}}" };
    for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
        json_t *entry = json_loads(odd[k], JSON_DECODE_ANY, NULL);
        json_t *report = json_pack("{s:[O]}", "timelines", entry);
        cr_assert_null(timeline_read(entry), "%s", odd[k]);
        cr_assert_null(timeline_entry(report, NULL, 0), "%s", odd[k]);
        json_decref(report);
        json_decref(entry);
    }
    cr_assert_null(timeline_read(NULL));
    timeline_free(NULL);
}

Test(timeline, the_case_asked_for_is_found)
{
    json_t *r = json_loads(
        "{\"timelines\":[{\"case\":\"a\",\"rows\":[1]},7,{\"case\":\"b\"},{\"case\":\"b\",\"rows\":[2]}]}", 0, NULL);
    cr_assert_str_eq(util_str(timeline_entry(r, NULL, 1), "case", ""), "b");
    cr_assert_not_null(timeline_entry(r, "b", 0));
    cr_assert_null(timeline_entry(r, "b", 1));
    cr_assert_null(timeline_entry(r, "c", 0));
    json_decref(r);
}

/* Every row is good: what is beyond the caps is counted. */
Test(timeline, rows_and_lanes_have_a_cap)
{
    enum { ROWS = TIMELINE_EVENTS + 500 };
    json_t *rows = json_array(), *entry = json_pack("{s:o}", "rows", rows);
    for (int k = 0; k < ROWS; k++)
        json_array_append_new(rows,
                              json_pack("[i,i,f,f,s,s,i,i]", k % TIMELINE_RANKS, k / TIMELINE_RANKS % TIMELINE_STREAMS,
                                        (double)k, k + 2.0, "compute", "a", 0, -1));
    struct timeline *t = timeline_read(entry);
    cr_assert_leq(t->n, TIMELINE_EVENTS);
    cr_assert_eq(t->nlanes, TIMELINE_LANES);
    cr_assert_eq(t->n + t->refused, ROWS);
    for (int k = 0; k < t->nlanes; k++)
        cr_assert_leq(t->lane[k].first + t->lane[k].n, t->n);
    timeline_free(t);
    json_decref(entry);
}

Test(timeline, names_are_plain_and_cut)
{
    struct timeline *t = read_rows("[0,0,0,5,\"compute\",\"a\\u001b[31m\\u202e"
                                   "0123456789012345678901234567890123456789\",0,-1]");
    for (const char *c = t->event[0].name; *c; c++)
        cr_assert(*c >= ' ' && *c <= '~');
    cr_assert_eq(strlen(t->event[0].name), TIMELINE_NAME - 1);
    timeline_free(t);
}

/* ---- cells ------------------------------------------------------------------------------------------------ */

static void cells_are(const struct timeline *t, int lane, double from, double to, const char *want)
{
    struct timeline_cell cell[64];
    char got[65] = "", one[8];
    int width = (int)strlen(want);
    timeline_cells(t, &t->lane[lane], from, to, width, cell);
    for (int c = 0; c < width; c++)
        strcat(got, timeline_sign(&cell[c], 0, one));
    cr_assert_str_eq(got, want);
}

Test(timeline, cells_are_to_scale)
{
    struct timeline *t = read_rows(EXAMPLE);
    cells_are(t, 0, 0, 100, "[forward!![=!!!!    ");
    cells_are(t, 1, 0, 100, "  .function...      ");
    cells_are(t, 2, 0, 100, "    <~~~~~~~        ");
    cells_are(t, 3, 0, 100, "[forward============");
    cells_are(t, 0, 40, 60, "!comm_wait[sum======");
    cells_are(t, 0, 90, 100, "          ");
    timeline_free(t);
}

Test(timeline, what_is_short_is_seen)
{
    struct timeline *t = read_rows("[0,0,500,500.001,\"compute\",\"a\",0,-1],[0,0,900,1000,\"wait\",\"w\",0,-1]");
    cells_are(t, 0, 0, 1000, "     =   !");
    timeline_free(t);
}

static int columns(const char *utf8) /* of which none is wide */
{
    int n = 0;
    for (; *utf8; utf8++)
        n += (*utf8 & 0xc0) != 0x80;
    return n;
}

Test(timeline, a_ruler_keeps_to_its_width)
{
    char r[2 * TIMELINE_CELLS + 1];
    timeline_ruler(0, 100, 40, r);
    cr_assert_str_eq(r, "|0 ns               |50 ns              ");
    for (int w = 1; w < 120; w++) {
        timeline_ruler(12345.678, 12345.678 * 3, w, r);
        cr_assert_eq(columns(r), w);
    }
}

Test(timeline, a_step_is_round_and_marks_are_few)
{
    for (double span = 1e-3; span < 1e16; span *= 3.7) {
        double s = timeline_step(span, 8);
        cr_assert_leq(span / s, 8.000001, "%g", span);
        cr_assert_geq(span / s, 3, "%g", span);
    }
}

static char *printed(const struct timeline *t, int utf8)
{
    struct timeline_look look = { .width = 60, .utf8 = utf8, .off = "" };
    const char *name = "attempt 1";
    char *s = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&s, &n);
    timeline_print(&t, &name, 1, &look, f);
    fclose(f);
    return s;
}

Test(timeline, plain_is_ascii_and_says_what_is_exposed)
{
    struct timeline *t = read_rows(EXAMPLE);
    char *s = printed(t, 0);
    for (char *c = s; *c; c++)
        cr_assert((unsigned char)*c < 128);
    cr_assert(strstr(s, "exposed at most 30 ns (rank 0, 30 %)"), "%s", s);
    cr_assert(strstr(s, "\nr0 send  "), "%s", s);
    free(s);
    s = printed(t, 1);
    cr_assert(strstr(s, "▐forward█"), "%s", s);
    free(s);
    timeline_free(t);
}

/* ---- picture ---------------------------------------------------------------------------------------------- */

Test(timeline, the_picture_has_no_script_and_nothing_foreign)
{
    struct timeline *t = read_rows(EXAMPLE ",[1,0,100,200,\"compute\",\"<script>&\\\"\",0,-1]");
    struct text svg = { .cap = 1 << 20 };
    timeline_svg(t, "</title><script>", &svg);
    const char *s = text_str(&svg);
    cr_assert_null(strstr(s, "<script"));
    cr_assert_null(strstr(s, "href"));
    cr_assert(strstr(s, "&lt;script&gt;&amp;&quot;"));
    cr_assert(strstr(s, "send comm_isend: 40 ns from 20 ns, 4,096 B to rank 1"), "%s", s);
    cr_assert(strstr(s, "exposed: 10 ns"));
    text_finish(&svg);
    timeline_free(t);
}

/* Eight thousand blocks in a few pixels: the picture stays small and says what it left out. */
Test(timeline, the_picture_leaves_out_what_shares_a_pixel)
{
    json_t *rows = json_array(), *entry = json_pack("{s:o}", "rows", rows);
    for (int k = 0; k < TIMELINE_EVENTS; k++)
        json_array_append_new(rows, json_pack("[i,i,f,f,s,s,i,i]", 0, 0, 2.0 * k, 2.0 * k + 1, "compute", "a", 0, -1));
    struct timeline *t = timeline_read(entry);
    struct text svg = { .cap = 16 << 20 };
    timeline_svg(t, "many", &svg);
    cr_assert_lt(svg.len, 400u << 10, "%zu", svg.len);
    cr_assert(strstr(text_str(&svg), "Events not drawn: "));
    text_finish(&svg);
    timeline_free(t);
    json_decref(entry);
}

static int count(const char *s, const char *what)
{
    int n = 0;
    for (; (s = strstr(s, what)); s += strlen(what))
        n++;
    return n;
}

/* Every element that is opened is closed, in order. */
static void is_well_formed(const char *s)
{
    char open[16][16];
    int depth = 0;
    for (; (s = strchr(s, '<')); s++) {
        size_t n = strcspn(s + 1, " />");
        const char *end = strchr(s, '>');
        cr_assert(end && (n < sizeof open[0] || s[1] == '/'), "%.40s", s);
        if (s[1] == '/') {
            n = strcspn(s + 2, ">");
            cr_assert(depth > 0 && strlen(open[depth - 1]) == n && !strncmp(open[depth - 1], s + 2, n), "%.40s", s);
            depth--;
        } else if (end[-1] != '/') {
            cr_assert_lt(depth, 16);
            snprintf(open[depth++], sizeof open[0], "%.*s", (int)n, s + 1);
        }
    }
    cr_assert_eq(depth, 0);
}

Test(timeline, two_pictures_share_one_axis)
{
    const struct timeline *t[2] = { read_rows(EXAMPLE), read_rows(EXAMPLE ",[1,0,100,200,\"compute\",\"late\",0,-1]") };
    static const char *const name[2] = { "attempt 3", "attempt <2>" };
    struct text svg = { .cap = 1 << 20 };
    timeline_svg_beside(t, name, "w07 & others", &svg);
    const char *s = text_str(&svg);
    is_well_formed(s);
    cr_assert_eq(count(s, ">attempt 3: 2 ranks, 100 ns of virtual time; exposed at most 30 ns (rank 0)."), 1, "%s", s);
    cr_assert_eq(count(s, ">attempt &lt;2&gt;: 2 ranks, 200 ns of virtual time;"), 1, "%s", s);
    cr_assert_lt(strstr(s, ">attempt 3: ") - s, strstr(s, ">attempt &lt;2&gt;: ") - s);
    cr_assert_eq(count(s, ">0 ns<"), 1, "one axis");
    cr_assert_eq(count(s, ">200 ns<"), 1, "as long as the longer one");
    cr_assert_eq(count(s, "width=\"174.40\""), 2 * 3,
                 "40 of 200 ns are as wide in both: rank 0's forward, collective and send");
    text_finish(&svg);
    timeline_free((struct timeline *)t[0]);
    timeline_free((struct timeline *)t[1]);
}
