// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Cart {
    mapping(address => uint256) public totals;

    event Added(address indexed who, uint256 price);

    function add(uint256 price) external {
        require(price > 0, "no price");
        totals[msg.sender] += price;
        emit Added(msg.sender, price);
    }
}
