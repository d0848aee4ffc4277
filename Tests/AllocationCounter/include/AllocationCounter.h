#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How often the current thread has allocated memory; below zero where that is not counted: without
/// glibc, and under the thread sanitizer.
long allocation_count(void);

#endif
