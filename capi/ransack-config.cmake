# Defines the targets ransack::shared and ransack::static for the installed libraries. Installed in
# lib/cmake/ransack below the prefix.

get_filename_component(_ransack_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

foreach(_ransack_kind shared static)
  string(TOUPPER ${_ransack_kind} _ransack_type)
  set(_ransack_file "${_ransack_prefix}/lib/${CMAKE_${_ransack_type}_LIBRARY_PREFIX}ransack${CMAKE_${_ransack_type}_LIBRARY_SUFFIX}")
  if(EXISTS "${_ransack_file}" AND NOT TARGET ransack::${_ransack_kind})
    add_library(ransack::${_ransack_kind} ${_ransack_type} IMPORTED)
    set_target_properties(ransack::${_ransack_kind} PROPERTIES
      IMPORTED_LOCATION "${_ransack_file}"
      INTERFACE_INCLUDE_DIRECTORIES "${_ransack_prefix}/include")
  endif()
endforeach()

if(TARGET ransack::static)
  # Libraries that Rust's standard library needs.
  set_target_properties(ransack::static PROPERTIES
    INTERFACE_LINK_LIBRARIES "gcc_s;util;rt;pthread;m;dl;c")
endif()

if(NOT TARGET ransack::shared AND NOT TARGET ransack::static)
  set(ransack_FOUND FALSE)
  set(ransack_NOT_FOUND_MESSAGE "no library in ${_ransack_prefix}/lib")
endif()

unset(_ransack_prefix)
unset(_ransack_kind)
unset(_ransack_type)
unset(_ransack_file)
