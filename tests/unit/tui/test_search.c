/* Words found in sections, and what is never searched. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

#include "tui/app/search.h"

static const char page[] =
    "# Tiles and banks\n\nOne tile.\n\n"
    "## Reading\n\nThe `bank` of a word; a *wavefront* is one {{= f.secretive}} pass. Frank ranks banks.\n\n"
    "```\n## no heading\nswizzle(tile)\n```\n\n"
    "### Conflict\n\nTwo words of one bank.\n\n"
    "> Answer: thirty-two passes,\n> of zeppelin.\n>\n> And balloon.\n\n"
    "> An answerable quote stays.\n";

static json_t *look(const char *line)
{
    struct search *s = search_line(line);
    cr_assert(s != NULL, "%s", line);
    search_markdown(s, "lessons", "w02", page);
    return search_end(s);
}

static void finds(const char *line, const char *sections)
{
    char got[200] = "";
    size_t k;
    json_t *hits = look(line), *hit;
    json_array_foreach(hits, k, hit) {
        strcat(got, k ? "|" : "");
        strcat(got, json_string_value(json_object_get(hit, "section")));
    }
    cr_expect_str_eq(got, sections, "%s: %s", line, got);
    json_decref(hits);
}

Test(search, all_words_have_to_be_in_one_section)
{
    finds("bank", "Tiles and banks|Reading|Conflict");
    finds("BANK Two", "Conflict");
    finds("wavefront conflict", "");
    finds("swizzle", "Reading");
    finds("heading", "Reading"); /* in code a line with ## is no heading */
}

Test(search, a_word_is_found_where_a_word_begins)
{
    finds("rank", "Reading");
    finds("rankle", "");
    finds("ank", "");
}

Test(search, a_phrase_in_quotes_and_marks_around_words)
{
    finds("\"bank of a word\"", "Reading");
    finds("\"of bank\"", "");
    finds("\"wavefront is\"", "Reading");
    finds("\"one bank", "Conflict"); /* a quote left open ends with the line */
}

Test(search, what_answers_an_exercise_is_not_found)
{
    finds("zeppelin", "");
    finds("balloon", "");
    finds("thirty-two", "");
    finds("answerable", "Conflict");
    finds("secretive", "");
}

Test(search, a_title_counts_more_than_a_heading_and_a_heading_more_than_text)
{
    struct search *s = search_line("warp");
    search_section(s, "weeks", "1", "Grids", "Blocks", "warp warp warp");
    search_section(s, "weeks", "2", "Grids", "A warp", "of threads");
    search_section(s, "weeks", "3", "The warp", "Blocks", "one warp");
    json_t *hits = search_end(s);
    const char *const order[] = { "3", "2", "1" };
    cr_assert_eq(json_array_size(hits), 3);
    for (size_t k = 0; k < 3; k++)
        cr_expect_str_eq(json_string_value(json_object_get(json_array_get(hits, k), "page")), order[k]);
    json_decref(hits);
}

Test(search, an_excerpt_is_one_line_of_whole_words_around_the_hit)
{
    char text[2000] = "";
    for (int k = 0; k < 60; k++)
        strcat(text, k == 30 ? "the\nneedle µs " : "straw\n");
    struct search *s = search_line("needle");
    search_section(s, "notes", "", "t", "", text);
    json_t *hits = search_end(s);
    const char *x = json_string_value(json_object_get(json_array_get(hits, 0), "excerpt"));
    cr_assert(x != NULL);
    cr_expect(strstr(x, "straw the needle µs straw") && !strchr(x, '\n') && strlen(x) < 130, "%s", x);
    cr_expect(!strncmp(x, "… straw ", strlen("… straw ")), "%s", x);
    json_decref(hits);
}

Test(search, without_a_word_there_is_no_search)
{
    char *none[] = { "", " \t" }, *many[SEARCH_WORDS + 1];
    for (size_t k = 0; k <= SEARCH_WORDS; k++)
        many[k] = "w";
    cr_expect(!search_line("") && !search_line("  ") && !search_line("\"\""));
    cr_expect(!search_new(none, 2) && !search_new(many, SEARCH_WORDS + 1));
    cr_expect(!search_line("a b c d e f g h i j k l m n o p q r s"));
}

Test(search, broken_markdown_is_read_to_its_end)
{
    static const char *const texts[] = { "",         "\n", "{{", "{{= x",     "```",  "```\n## a",
                                         "> Answer", "#",  "# ", "####### x", "\xc3", "*" };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct search *s = search_line("x \xc3");
        search_markdown(s, "cards", "c", texts[k]);
        json_decref(search_end(s));
    }
}

/* What is meant by `line`, of texts with the words warp (often), wrap, coalesced and coalescing; joined with "|". */
static void means(const char *line, const char *wanted)
{
    char got[200] = "";
    struct search *s = search_line(line);
    search_guess(s);
    search_section(s, "weeks", "1", "t", "Warp and wrap", "The warp, a warp: Coalesced accesses of coalescing warps.");
    json_t *list = search_meant(s);
    for (size_t k = 0; k < json_array_size(list); k++) {
        strcat(got, k ? "|" : "");
        strcat(got, json_string_value(json_array_get(list, k)));
    }
    cr_expect_str_eq(got, wanted, "%s means \"%s\", not \"%s\"", line, wanted, got);
    json_decref(list);
}

Test(search, what_was_meant_are_the_nearest_words_that_a_text_has)
{
    means("coalesed", "coalesced");
    means("COALESED", "coalesced");
    means("coalesed warp", "coalesced warp");
    means("wrep", "wrap");
    means("coalescinf", "coalescing");
    means("acceses", "accesses");
    means("waep", "warp");
    means("wapr", "warp");
    means("coalesed wapr", "coalesced warp");
    means("coalescing", "");             /* it is there */
    means("warp zeppelin", "");          /* nothing is near to one of them */
    means("wa", "");
    means("\"warp and\" coalesed", "\"warp and\" coalesced");
    means("and.so", "");
}

Test(search, a_figure_that_is_not_read_is_an_ellipsis_and_said)
{
    struct search *s = search_line("needle");
    search_markdown(s, "lessons", "w02", "# T\n\n## One\n\nA needle of {{= f.size }} bytes.\n\n## Two\n\nA needle.\n");
    struct search *again = search_again(s);
    json_t *hits = search_end(s);
    cr_assert_eq(json_array_size(hits), 2);
    cr_expect_str_eq(json_string_value(json_object_get(json_array_get(hits, 0), "excerpt")), "A needle of … bytes.");
    cr_expect(json_is_true(json_object_get(json_array_get(hits, 0), "figures")));
    cr_expect(!json_object_get(json_array_get(hits, 1), "figures"));
    search_markdown(again, "lessons", "w02", "# T\n\n## One\n\nA needle of 12 bytes.\n");
    json_t *shown = search_end(again);
    cr_expect_str_eq(json_string_value(json_object_get(json_array_get(shown, 0), "excerpt")), "A needle of 12 bytes.");
    json_decref(shown);
    json_decref(hits);
}
