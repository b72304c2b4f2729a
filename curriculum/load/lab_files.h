/*
 * lab_files.h: what of a lab or a drill goes into the box. An id is as files_lab_id() has it. Of this folder.
 */
#ifndef RIDGE_CURRICULUM_LAB_FILES_H
#define RIDGE_CURRICULUM_LAB_FILES_H

#include "files.h"

typedef bool lab_files_adder(struct files *f, const char *id);

/* The manifest, and those of a lab's drills or of a drill's lab; false when the manifest itself can't be read. */
lab_files_adder lab_files_manifest;

/* What resolving reads: the manifest, its mutants and the sources that they patch. */
lab_files_adder lab_files_add;

/* Lesson, brief and hints, with what they include. */
void lab_files_pages(struct files *f, const char *id);

/* All of a lab that the lint reads, its drills as well. */
lab_files_adder lab_files_whole;

#endif
