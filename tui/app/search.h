/*
 * search.h: words looked for in what can be read. search.c knows texts and nothing of Ridge; search_pages.c hands it
 * the pages, the weeks, the readings, the glossary and the notes. Hints, solutions, worked answers and the answers
 * below a lesson's exercises are never looked at: an answer can't be found by searching for it.
 */
#ifndef TUI_SEARCH_H
#define TUI_SEARCH_H

#include "app.h"

struct search;

enum { SEARCH_WORDS = 16 };

/* Each word may hold blanks, and is a phrase then. NULL: there is none, or more than SEARCH_WORDS. */
struct search *search_new(char *const *words, size_t n);

/* search_new() from a line as it was typed: words with blanks between them, phrases in double quotes. */
struct search *search_line(const char *line);

/* One section, {{…}} left out, an ellipsis for each figure in the excerpt, whose hit has "figures": true then. It is
 * a hit when heading and text together have all words, each at the beginning of a word, in any case. `in` and `page`
 * come back in the hit; nothing here is kept. */
void search_section(struct search *s, const char *in, const char *page, const char *title, const char *heading,
                    const char *text);

/* All sections of a page of Markdown as it is written: {{…}} and the quotes that answer an exercise are left out. */
void search_markdown(struct search *s, const char *in, const char *page, const char *text);

/* [{"in","page","title","section","excerpt"}], the best first: words in the title of the page count most, then those in
 * the heading, then how often the text has them; equals as they came. Frees the search. */
json_t *search_end(struct search *s);
void search_free(struct search *s); /* without its hits' end; NULL is nothing */

/* Words that are nearest to the ones of `s`, for a search that found nothing: each of the ones that no text begins with
 * is replaced by one that a text has. Lines as they would be typed, at most SEARCH_MEANT, the nearest first; yours, and
 * empty when nothing is near. search_guess() comes before any section: from then on there are no hits. search_meant()
 * frees the search. */
void search_guess(struct search *s);
json_t *search_meant(struct search *s);
enum { SEARCH_MEANT = 3 };

/* Excerpts of the first `most` hits as the pages show them: a page whose figures an excerpt lacks is read, once for all
 * its hits, and "figures" is gone from all of them. A page that cannot be read keeps its ellipsis. Frees the search,
 * which is a new one of the same words; NULL does nothing. */
void search_figures(struct app *a, struct search *s, json_t *hits, size_t most);

/* A new search of the same words, without what was found; yours. */
struct search *search_again(const struct search *s);

/* What --in takes, with commas between: "lessons,cards,…"; NULL is all of them. -1: app.error names the wrong one. */
int search_places(struct app *a, const char *list);

/* The hits in those places, each with the "command" that shows it, and one that chapters quote with their names in
 * "also"; frees the search. NULL: app.error says why. */
json_t *search_pages(struct app *a, struct search *s, int places);

/* After a search without hits: what was probably meant, as lines for search_line() that do find something there; yours.
 * `s`: a new search of the same words, which is freed. */
json_t *search_suggest(struct app *a, struct search *s, int places);

#endif
