/*
 * collate.h: the order of people's names. In a locale with an order of its own (LC_COLLATE) that order counts. The C
 * locales order by code points, which puts "de la Cruz", "Łukasiewicz" and "Şahin" behind Z: there, letters count
 * first, without case and accents, and names that are alike so far stand by their code points.
 */
#ifndef TUI_COLLATE_H
#define TUI_COLLATE_H

int collate_names(const char *a, const char *b); /* as strcmp() */

#endif
