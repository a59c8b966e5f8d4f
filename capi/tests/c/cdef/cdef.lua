-- Searches FILE for "needle" through LuaJIT, with the declarations of CDEF and no others, and
-- without a callback, which LuaJIT cannot compile:
--
--     cdef.lua CDEF LIBRARY FILE

local ffi = require("ffi")
local cdef, library, path = arg[1], arg[2], arg[3]
local declarations = assert(io.open(cdef)):read("*a")
ffi.cdef(declarations)
local ransack = ffi.load(library)

local function check(status)
  if status ~= ransack.RANSACK_STATUS_OK then
    error(ffi.string(ransack.ransack_status_name(status)) .. ": "
      .. ffi.string(ransack.ransack_last_error_message()))
  end
end

local function text(view)
  return ffi.string(view.data, view.len)
end

assert(ransack.ransack_no_limit == 0xFFFFFFFFFFFFFFFFULL)
local scope = ffi.new("ransack_scope")
local options = ffi.new("ransack_grep_options")
check(ransack.ransack_options_init(scope, "ransack_scope", ransack.RANSACK_SCOPE_VERSION))
check(ransack.ransack_options_init(options, "ransack_grep_options",
  ransack.RANSACK_GREP_OPTIONS_VERSION))
local root = ffi.new("ransack_bytes[1]", { ransack.ransack_bytes_from_str(path) })
local pattern = ffi.new("ransack_bytes[1]", { ransack.ransack_bytes_from_str("needle") })
scope.roots, scope.roots_len = root, 1
options.patterns, options.patterns_len, options.scope = pattern, 1, scope

local stream = ffi.new("ransack_stream *[1]")
local item = ffi.new("const ransack_grep_match *[1]")
check(ransack.ransack_grep_stream(options, nil, stream))
while true do
  check(ransack.ransack_grep_stream_next(stream[0], 1, item))
  if item[0] == nil then break end
  print(text(item[0].path) .. ":" .. tonumber(item[0].line_number) .. ": " .. text(item[0].line))
end
ransack.ransack_stream_free(stream[0])
