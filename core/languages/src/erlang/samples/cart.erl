-module(cart).
-export([total/1, start/0]).

total(Items) ->
    lists:sum([Price || {_, Price} <- Items]).

start() ->
    io:format("started~n"),
    spawn(fun() -> loop([]) end).
