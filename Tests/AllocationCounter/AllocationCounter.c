#include "AllocationCounter.h"

#include <stdlib.h>

// The thread sanitizer has functions of its own here, and would look into these before it is ready.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

// A program that defines these gets the calls of all libraries. glibc exports its own under second
// names for that.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static _Thread_local long count;

void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count += 1;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count += 1;
  return __libc_realloc(memory, size);
}

long allocation_count(void) { return count; }

#else

long allocation_count(void) { return -1; }

#endif
