/*
 * hints.h: of a tier of hints what is about one function. A bullet, or a paragraph and what follows it, names the
 * functions of the lab that stand in it, or in its first words in short ("Copy:" for copy_f32); what names none is
 * about all.
 */
#ifndef TUI_HINTS_H
#define TUI_HINTS_H

#include <jansson.h>
#include <stddef.h>

/* The functions that the lab asks for, in its order: an array of strings, yours. */
json_t *hints_functions(const json_t *lab);

/* The first function that went wrong in a report: of a case that failed, else the one that the message of the failed
 * milestone names first, by its own name or by that of a call. NULL: none. Borrowed from `functions`. */
const char *hints_failed(const json_t *report, const json_t *lab, const json_t *functions);

/* The heading of a tier without its number, which its place tells: "where to look" of "Tier 1 where to look". */
const char *hints_title(const json_t *tier);

/* The first milestone of a report that failed, with its "message" and, where the lab has one for it, its "hint"; NULL:
 * none did. Borrowed. */
const json_t *hints_milestone(const json_t *report);

/* What of `text` is about `function` (NULL: about all of them); free() it. */
char *hints_about(const char *text, const json_t *functions, const char *function);

/* Why only a part of a tier is shown, and which functions some tier speaks of, since a call may have another name than
 * the functions that it checks; for when hints_failed() knows none. "" where no hint is about a single function.
 * `milestone`: that of hints_milestone(). */
void hints_no_function(const json_t *lab, const json_t *tiers, const json_t *functions, const json_t *milestone,
                       char *ret, size_t n);

#endif
