/*
 * credit.h: partial credit. What the milestone `correct` gives where not every case is right: nothing (the rule of a
 * lab that says nothing), by function, or by case. Every page, command and class counts it here. Pure: a lab and a
 * report in, the report's milestone counted.
 *
 *   function   a function that is right in all of its cases gives its share of the points, any other gives nothing
 *   case       each function gives its share by the cases in which it is right
 *
 * By case, a case that has not one element to be made (n = 0, say) counts for nothing: code that does nothing is right
 * there. Shares are equal, or by the weights of the lab's `partial`; hidden cases count as all others do. Cases that
 * did not run, were not tried or could not be run on this machine are not right. The sum is rounded down to tenths of
 * a point.
 * A milestone that is SUSPICIOUS gives nothing, nor one that failed a check of the lab while all cases were right.
 */
#ifndef RIDGE_GRADER_CREDIT_H
#define RIDGE_GRADER_CREDIT_H

#include <jansson.h>
#include <stdbool.h>

enum credit_rule { CREDIT_NONE, CREDIT_FUNCTION, CREDIT_CASE };

/* "none", "function", "case": 0, or -1 and *ret as it was. */
int credit_parse(const char *word, enum credit_rule *ret);
const char *credit_word(enum credit_rule rule);

/* "right in all cases or nothing", "by function: …": how the rule counts, as a sentence's part. */
const char *credit_says(enum credit_rule rule);

/* The rule of a resolved lab; and another in its place, the lab's weights being kept. */
enum credit_rule credit_of_lab(const json_t *lab);
void credit_set(json_t *lab, enum credit_rule rule);

/* Why this lab can have no partial credit, or NULL. */
const char *credit_refused(const json_t *lab);

/*
 * The functions of the lab that are judged, in its order, with the cases of each that are right, by a report:
 *   [{"call","right","cases","hidden_right","hidden_cases"}]
 * A function whose credit was counted also has "points" and "max", its share, not rounded. A new array.
 */
json_t *credit_functions(const json_t *lab, const json_t *report);

/*
 * Counts the report's `correct` by the lab's rule, as often as one likes: a milestone that is FAIL or ERROR gets its
 * "points", and under a rule "partial" (the rule's word), "functions" (credit_functions()) and "credit", a sentence.
 */
void credit_apply(const json_t *lab, json_t *report);

/* Was a case left out because another one had broken a limit, or the run ended before it? Then counting by another
 * rule takes a new run. */
bool credit_untried(const json_t *lab, const json_t *report);

#endif
