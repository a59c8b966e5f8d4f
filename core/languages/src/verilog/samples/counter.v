module counter(input clk, input rst, output reg [7:0] count);
  wire [7:0] next;
  assign next = count + 1;

  always @(posedge clk) begin
    if (rst)
      count <= 0;
    else
      count <= next;
  end
endmodule
